"""Checks offline what signers signed with certificates of their own, after docs/evidence.md:
python3 certificate.py audit.json signed.pdf [signed.pdf ...]
Needs PyPI's `pyhanko`. Ends with 0 if everything holds, with 1 and the reason if not. It trusts no issuer: whom to
believe about a certificate is yours to decide."""
import json, sys
from base64 import b64decode
from hashlib import sha256
from io import BytesIO
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def demand(holds, what):
    if not holds:
        sys.exit(f"Does not hold: {what}")

def signatures(data):
    every = PdfFileReader(BytesIO(data)).embedded_regular_signatures
    return {int(one.byte_range[2]) + int(one.byte_range[3]): one for one in every}

def check(event, files):
    stated, place = event["data"]["certificate_signature"], f"event {event['sequence']}, {event['role_name']}"
    demand(stated["documents"], f"{place}: no document is named")
    for document in stated["documents"]:
        size = document["size"]
        whole = [one for one in files if sha256(one[:size]).hexdigest() == document["sha256"]]
        demand(whole, f"{place}: no file begins with the document as it was signed")
        found = signatures(whole[0]).get(size)
        demand(found, f"{place}: no signature ends where it should")
        demand(found.signer_cert.dump() == b64decode(stated["certificate"]), f"{place}: another certificate signed")
        status = validate_pdf_signature(found, ValidationContext(trust_roots=[], allow_fetching=False))
        demand(status.intact and status.valid, f"{place}: the signature is not valid")
        print(f"{place}: {found.signer_cert.subject.human_friendly}, by {found.signer_cert.issuer.human_friendly}")

trail, previous, last = json.load(open(sys.argv[1], encoding="utf8")), "0" * 64, {}
for number, event in enumerate(trail["events"], 1):
    whole = sha256(canonical({name: value for name, value in event.items() if name != "hash"})).hexdigest()
    demand((number, previous, whole) == (event["sequence"], event["previous_hash"], event["hash"]), f"event {number}: the chain")
    previous = event["hash"]
    # Of a role that was started anew, or asked again, the last signing counts.
    again = event["data"].get("reopened", []) if event["event"] == "recipient:sent_back" else []
    again += [event["role_name"]] if event["event_detail"] == "reset" else []
    for role in again:
        last.pop(role, None)
    if event["event"] == "recipient:signed":
        last[event["role_name"]] = event
demand(previous == trail["head"], "events are missing at the end")
files = [open(file, "rb").read() for file in sys.argv[2:]]
for event in last.values():
    if "certificate_signature" in event["data"]:
        check(event, files)
