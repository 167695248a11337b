"""Plays one scenario of `clients.test.ts` with the Python client, and prints what came of it as JSON."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from countersign_client import (
    Countersign,
    CountersignError,
    WebhookRefused,
    open_signing_link,
    sign_in,
    verify_webhook,
)
from countersign_client.api.drafts import create_draft
from countersign_client.api.envelopes import cancel_envelope, get_envelope
from countersign_client.api.recipients import agree_recipient, submit_recipient, update_recipient_field
from countersign_client.api.templates import create_template, get_templates
from countersign_client.api.users import get_my_user

url, email, password = (os.environ[name] for name in ("COUNTERSIGN", "EMAIL", "PASSWORD"))

# The pauses that the client would have made, in seconds.
pauses: list[float] = []


def connect() -> Countersign:
    return sign_in(url, email=email, password=password, sleep=pauses.append)


def code_of(act):
    try:
        return act()
    except CountersignError as error:
        return {"code": error.code, "status": error.status, "retry_after": error.retry_after}


def repeat(name):
    made = connect().call(create_draft, body={"name": name})
    return {"id": str(made.id), "pauses": len(pauses)}


def wait():
    countersign = connect()
    answered = code_of(lambda: countersign.call(get_templates).count)
    return {"answered": answered, "pauses": pauses}


def renew():
    countersign = connect()
    with ThreadPoolExecutor(5) as threads:
        users = list(threads.map(lambda _: countersign.call(get_my_user), range(5)))
    return {"emails": [user.email for user in users]}


def pages():
    return {"found": sorted(draft.name for draft in connect().all_drafts(q="Paged", rows=2))}


def upload(file):
    countersign = connect()
    document = countersign.upload("large.pdf", Path(file))
    template = countersign.call(create_template, body={"name": "Large", "documents": [document]})
    return {"documents": [{"name": made.name, "size": made.size} for made in template.documents]}


def webhooks(calls, secret):
    def taken(call):
        try:
            return verify_webhook(call["headers"], call["body"], secret)["type"]
        except WebhookRefused:
            return "refused"

    return [taken(call) for call in calls]


def errors(envelope_id):
    countersign = connect()
    return [
        code_of(lambda: countersign.call(get_envelope, envelope_id=envelope_id)),
        code_of(lambda: countersign.call(create_template, body={"name": "x" * 5000})),
        code_of(lambda: sign_in(url, email=email, password="not this one")),
        code_of(lambda: sign_in("http://127.0.0.1:9", email=email, password=password, sleep=pauses.append)),
    ]


def end(envelope_id):
    countersign = connect()
    countersign.call(cancel_envelope, envelope_id=envelope_id, body={"action": "cancel"})
    return {"status": countersign.wait_for_end(envelope_id).status}


def sign(link):
    envelope_id, role_name = urlsplit(link).path.split("/")[-3:-1]
    at = {"envelope_id": envelope_id, "role_name": role_name}
    signer = open_signing_link(link)
    signer.call(agree_recipient, **at, body={"disclosures": "I agree."})
    signer.call(update_recipient_field, **at, field_name="name", body={"value": "Theo Quill"})
    return {"status": signer.call(submit_recipient, **at).status}


print(json.dumps(globals()[sys.argv[1]](**json.loads(os.environ["INPUT"]))))
