"""The check of a webhook's calls."""

from collections.abc import Mapping
from typing import Any

from standardwebhooks.webhooks import Webhook


class WebhookRefused(Exception):
    """A call that doesn't come from the platform, or that is older than five minutes. Answer it with 401."""


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str) -> dict[str, Any]:
    """
    Checks a call of a webhook by its signature, as Standard Webhooks has it, and returns its event. `body` is the body
    as it came, before anything parsed it. For a day after a change of the secret both sign, so either verifies.

    Raises `WebhookRefused` for a wrong signature and for a time more than five minutes off.
    """
    try:
        return Webhook(secret).verify(body, dict(headers))
    except Exception as error:
        # A signature that can't be read makes the library raise errors of its parser.
        raise WebhookRefused(str(error)) from error
