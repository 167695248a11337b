"""Lets scim2-tester check the SCIM of a platform: URL, TOKEN and DOMAIN (a proven one) come from the environment."""

import os
import sys
import uuid

import scim2_tester.filling as filling
from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

generate = filling.generate_random_value


def generate_address(context, path, *rest, **more):
    """User names are addresses at the proven domain; all other values are as the tester makes them."""
    value = generate(context, path, *rest, **more)
    return f"{uuid.uuid4()}@{os.environ['DOMAIN']}" if str(path).lower().endswith("username") else value


filling.generate_random_value = generate_address

client = SyncSCIMClient(
    Client(base_url=os.environ["URL"], headers={"Authorization": f"Bearer {os.environ['TOKEN']}"}, timeout=60)
)
client.discover()
results = list(check_server(client))
failed = [one for one in results if one.status not in (Status.SUCCESS, Status.SKIPPED)]
for one in failed:
    print(one.status, one.title, one.reason)
print(f"scim2-tester: {len(results)} checks, {len(failed)} failed")
sys.exit(1 if failed else 0)
