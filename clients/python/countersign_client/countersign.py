"""The client: `sign_in` returns it."""

import base64
import time
import typing
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

import httpx

from .api.drafts import get_drafts
from .api.envelopes import get_envelope, get_envelopes
from .api.notifications import get_notifications
from .api.organizations import get_organization_events
from .api.signing import start_signing_session
from .api.templates import get_templates
from .api.uploads import create_upload
from .api.webhooks import get_webhook_deliveries
from .client import AuthenticatedClient
from .models.administration_event import AdministrationEvent
from .models.draft_summary import DraftSummary
from .models.envelope import Envelope
from .models.listed_envelope import ListedEnvelope
from .models.listed_template import ListedTemplate
from .models.notification import Notification
from .models.webhook_delivery import WebhookDelivery
from .session import Credentials, Tokens, TokenSession
from .transport import Authorized, Repetition, Retrying, Session

# Largest file that travels within a request, in bytes: base64 makes it a third larger, and requests have a limit.
LARGEST_INLINE = 3_000_000

# Most rows that a page of any list holds.
ROWS = 100

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 30.0

# A function of the platform is ended after 29 seconds, so that no answer comes later.
TIMEOUT = 35.0

Answer = TypeVar("Answer", covariant=True)


class Operation(Protocol[Answer]):
    """A module of `countersign_client.api`."""

    @property
    def sync(self) -> Callable[..., Answer | None]: ...


class Countersign:
    """
    Every operation of the platform by `call`, and what is made of several: uploads, downloads, lists without pages, and
    the wait for an envelope's end. All raise `CountersignError`. It can be used by several threads at once.
    """

    def __init__(self, url: str, session: Session, repetition: Repetition) -> None:
        self._sleep = repetition.sleep
        transport = Authorized(Retrying(repetition), session, url)
        self._http = httpx.Client(base_url=url, transport=transport, timeout=TIMEOUT, follow_redirects=True)
        self._storage = httpx.Client(transport=Retrying(repetition), timeout=None)
        # The token is the transport's matter.
        self._client = AuthenticatedClient(base_url=url, token="").set_httpx_client(self._http)

    def __enter__(self) -> "Countersign":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()
        self._storage.close()

    def call(self, operation: Operation[Answer], **arguments: Any) -> Answer:
        """
        Carries out an operation: a module of `countersign_client.api`, with its parameters by name. `body` may be a
        dict in the place of the model.
        """
        if isinstance(arguments.get("body"), dict):
            model = _model_of(typing.get_type_hints(operation.sync)["body"])
            arguments["body"] = model.from_dict(arguments["body"])
        return typing.cast(Answer, operation.sync(client=self._client, **arguments))

    def upload(self, name: str, file: bytes | PathLike[str]) -> dict[str, str]:
        """
        Makes a document of a file of any size (the platform's limit is 50 MB): a small one travels in the request that
        uses it, a larger one is uploaded now, and used within a day.
        """
        content = file if isinstance(file, bytes) else Path(file).read_bytes()
        if len(content) <= LARGEST_INLINE:
            return {"name": name, "data": base64.b64encode(content).decode()}
        upload = self.call(create_upload, body={"name": name, "size": len(content), "mime": _type_of(content)})
        self._storage.put(upload.url, content=content, headers=upload.headers.to_dict())
        return {"name": name, "data": str(upload.id)}

    def download(self, document_id: object) -> bytes:
        """The file of an envelope's document: as sent, and sealed when all have signed."""
        return self._http.get(f"/v2/envelope-documents/{document_id}", params={"type": "file"}).content

    def wait_for_end(self, envelope_id: object, timeout: float = float("inf")) -> Envelope:
        """
        The envelope when it has ended: its documents are sealed, or it is `declined` or `canceled`. Asks every two
        seconds at first, later every 30. A webhook tells it sooner. Raises `TimeoutError` after `timeout` seconds.
        """
        pause, end = FIRST_PAUSE, time.monotonic() + timeout
        while True:
            envelope = self.call(get_envelope, envelope_id=envelope_id)
            if envelope.signed if envelope.status == "complete" else envelope.status in ("declined", "canceled"):
                return envelope
            if time.monotonic() + pause > end:
                raise TimeoutError(f"The envelope {envelope_id} is still {envelope.status}.")
            self._sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def all_envelopes(self, **filter: Any) -> Iterator[ListedEnvelope]:
        """All envelopes that the filter matches (parameters of `get_envelopes`), in its order."""
        return self._rows(get_envelopes, "after", lambda page: page.envelopes, filter)

    def all_templates(self, **filter: Any) -> Iterator[ListedTemplate]:
        """All templates that the filter matches (parameters of `get_templates`), in its order."""
        return self._rows(get_templates, "after", lambda page: page.templates, filter)

    def all_drafts(self, **filter: Any) -> Iterator[DraftSummary]:
        """All drafts that the filter matches (parameters of `get_drafts`)."""
        return self._rows(get_drafts, "after", lambda page: page.drafts, filter)

    def all_webhook_deliveries(self) -> Iterator[WebhookDelivery]:
        """All calls of the organization's webhook, the newest first."""
        return self._rows(get_webhook_deliveries, "before", lambda page: page.deliveries, {})

    def all_organization_events(self, organization_id: object, **filter: Any) -> Iterator[AdministrationEvent]:
        """All events of an organization's administration that the filter matches, the newest first."""
        given = {"organization_id": organization_id, **filter}
        return self._rows(get_organization_events, "before", lambda page: page.events, given)

    def all_notifications(self) -> Iterator[Notification]:
        """All notifications of the caller, the newest first."""
        number = 0
        while True:
            page = self.call(get_notifications, rows=ROWS, page=number)
            yield from page
            if len(page) < ROWS:
                return
            number += 1

    def _rows(
        self, operation: Operation[Any], place: str, rows_of: Callable[[Any], list[Any]], filter: dict[str, Any]
    ) -> Iterator[Any]:
        next_page: dict[str, str] = {}
        while True:
            page = self.call(operation, **{"rows": ROWS, **filter, **next_page})
            yield from rows_of(page)
            if not page.next_:
                return
            next_page = {place: page.next_}


def sign_in(
    url: str,
    *,
    email: str | None = None,
    password: str | None = None,
    second_factor: Callable[[], str] | None = None,
    client_id: str | None = None,
    client_secret: str | None = None,
    refresh_token: str | None = None,
    on_tokens: Callable[[Tokens], None] | None = None,
    retries: int = 4,
    longest_wait: float = 60,
    sleep: Callable[[float], None] = time.sleep,
) -> Countersign:
    """
    Signs in a person (`email`, `password`, and `second_factor`, which is asked for a code if one is needed), an API key
    (`client_id`, `client_secret`), or an application (`refresh_token`), and returns the client of the session. It renews
    its tokens by itself; `on_tokens` hears of each new pair.

    Raises `CountersignError`: `wrong_password`, `invalid_client`, `refresh_token_invalid`.
    """
    credentials = Credentials(email, password, second_factor, client_id, client_secret, refresh_token, on_tokens)
    repetition = Repetition(retries, longest_wait, sleep)
    anyone = httpx.Client(base_url=url, transport=Retrying(repetition), timeout=TIMEOUT)
    session = TokenSession(anyone, credentials)
    session.token()
    return Countersign(url, session, repetition)


def open_signing_link(link: str, *, retries: int = 4, longest_wait: float = 60) -> Countersign:
    """
    Opens a recipient's session by the link of a message, as the signing page does: for tests, and for signing pages of
    your own. Raises `CountersignError`: `signing_link_unknown`, `signing_link_expired`, `not_your_turn`.
    """
    parts = urlsplit(link)
    url = f"{parts.scheme}://{parts.netloc}"
    repetition = Repetition(retries, longest_wait, time.sleep)
    session = _LinkSession(url, [unquote(part) for part in parts.path.split("/")[-3:]], repetition)
    session.renew("")
    return Countersign(url, session, repetition)


class _LinkSession:
    """The session of a signing link: opened again when its token ends."""

    def __init__(self, url: str, link: list[str], repetition: Repetition) -> None:
        anyone = httpx.Client(base_url=url, transport=Retrying(repetition), timeout=TIMEOUT)
        self._client = AuthenticatedClient(base_url=url, token="").set_httpx_client(anyone)
        self._link = dict(zip(("envelope_id", "role_name", "key"), link))
        self._token = ""

    def token(self) -> str:
        return self._token

    def renew(self, refused: str) -> str:
        opened = start_signing_session.sync(client=self._client, **self._link)
        self._token = typing.cast(Any, opened).access_token
        return self._token


def _model_of(hint: Any) -> Any:
    """The model in the type of a body, which may also be left out."""
    kinds = typing.get_args(hint) or (hint,)
    return next(kind for kind in kinds if hasattr(kind, "from_dict"))


def _type_of(content: bytes) -> str:
    """A type that an upload may have, by the file's first byte; PDF if it says nothing."""
    return {0x89: "image/png", 0xFF: "image/jpeg"}.get(content[0], "application/pdf")
