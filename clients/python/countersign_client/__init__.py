"""Client of Countersign: every operation of the platform, and what a description can't say."""

from .countersign import Countersign, open_signing_link, sign_in
from .failure import CountersignError, Unreachable
from .webhooks import WebhookRefused, verify_webhook

__all__ = [
    "Countersign",
    "CountersignError",
    "Unreachable",
    "WebhookRefused",
    "open_signing_link",
    "sign_in",
    "verify_webhook",
]
