"""Checks offline what signers' passkeys signed, after docs/evidence.md: python3 passkey.py audit.json [signed.pdf ...]
Needs PyPI's `fido2`. Ends with 0 if everything holds, with 1 and the reason if not."""
import json, sys
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.utils import websafe_decode
from fido2.webauthn import AuthenticatorData, CollectedClientData

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def demand(holds, what):
    if not holds:
        sys.exit(f"Does not hold: {what}")

def check(event):
    passkey, place = event["data"]["passkey"], f"event {event['sequence']}, {event['role_name']}"
    signed = {name: value for name, value in event["data"].items() if name != "passkey"}
    statement = {"form": "Countersign signature, form 1", "signed": signed, "envelope_id": event["envelope_id"],
                 "role_name": event["role_name"], "email": event["actor"]["email"], "chain_head": event["previous_hash"]}
    client = CollectedClientData(passkey["client_data_json"].encode())
    device = AuthenticatorData(websafe_decode(passkey["authenticator_data"]))
    host = sha256(passkey["rp_id"].encode()).digest()
    demand(client.type == "webauthn.get" and not client.cross_origin, f"{place}: the kind of signature")
    demand(client.challenge == sha256(canonical(statement)).digest(), f"{place}: the statement")
    demand((client.origin, urlsplit(client.origin).hostname) == (passkey["origin"], passkey["rp_id"]), f"{place}: the page")
    demand(device.rp_id_hash == host and device.is_user_present() and device.is_user_verified(), f"{place}: the device")
    age = datetime.fromisoformat(event["created_at"]) - datetime.fromisoformat(signed["declaration"]["time"])
    demand(timedelta() <= age <= timedelta(minutes=5), f"{place}: the time")
    key = CoseKey.parse(cbor.decode(websafe_decode(passkey["public_key"])))
    key.verify(bytes(device) + client.hash, websafe_decode(passkey["signature"]))
    print(f"{place}: {event['actor']['email']}, {signed['declaration']}, {client.origin}")

trail, previous, documents = json.load(open(sys.argv[1], encoding="utf8")), "0" * 64, []
for number, event in enumerate(trail["events"], 1):
    whole = sha256(canonical({name: value for name, value in event.items() if name != "hash"})).hexdigest()
    demand((number, previous, whole) == (event["sequence"], event["previous_hash"], event["hash"]), f"event {number}: the chain")
    previous = event["hash"]
    documents += event["data"]["documents"] if event["event"] == "envelope:created" else []
    if "passkey" in event["data"]:
        check(event)
demand(previous == trail["head"], "events are missing at the end")
for file in sys.argv[2:]:
    data = open(file, "rb").read()
    beginnings = [sha256(data[:one["size"]]).hexdigest() == one["sha256"] for one in documents]
    demand(any(beginnings), f"{file}: no document of this trail")
