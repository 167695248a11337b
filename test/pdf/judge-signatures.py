"""Judges each signature of a PDF, and what came after it, with PyPI's pyhanko. Trusts each one's own certificate."""

import json
import logging
import sys

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)


def judge(signature):
    context = ValidationContext(allow_fetching=False, trust_roots=[signature.signer_cert])
    is_stamp = signature.sig_object["/Type"] == "/DocTimeStamp"
    status = (validate_pdf_timestamp if is_stamp else validate_pdf_signature)(signature, context)
    return {
        "field": signature.field_name,
        "sound": bool(status.intact and status.valid and (is_stamp or status.docmdp_ok)),
        "later": status.modification_level.name,
    }


with open(sys.argv[1], "rb") as file:
    reader = PdfFileReader(file, strict=True)
    print(json.dumps([judge(one) for one in reader.embedded_signatures]))
