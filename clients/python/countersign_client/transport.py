"""Sends requests: repeats what may work later, adds the session's token, and raises errors by their code."""

import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import httpx

from .codes import BY_CODE
from .failure import CountersignError, Unreachable, retry_after_of

WRITES = ("POST", "PUT", "PATCH", "DELETE")

# Answers after which the same request may work: not carried out, or carried out once thanks to its key.
PASSING = (429, 500, 502, 503, 504)

# Codes that a new token may put right. They are found before anything is carried out.
OUTDATED = ("token_expired", "unauthorized")


class Session(Protocol):
    """Source of access tokens."""

    def token(self) -> str:
        """The token of now."""

    def renew(self, refused: str) -> str:
        """A token in the place of one that the platform refused."""


@dataclass
class Repetition:
    """How often a request is sent again, and the longest time between two attempts, in seconds."""

    retries: int
    longest_wait: float
    sleep: Callable[[float], None]


class Retrying(httpx.BaseTransport):
    """Repeats what got no answer or may work later. A write carries an `Idempotency-Key`: it is carried out once."""

    def __init__(self, repetition: Repetition, inner: httpx.BaseTransport | None = None) -> None:
        self.repetition = repetition
        self.inner = inner or httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        identify(request)
        attempt = 0
        while True:
            try:
                response = self.inner.handle_request(request)
            except httpx.TransportError as error:
                failed: CountersignError = Unreachable(f"No answer came from {request.url.host}.")
                failed.__cause__ = error
                pause: float | None = growing(attempt)
            else:
                if response.status_code < 400:
                    return response
                response.request = request
                response.read()
                failed = error_of(response)
                pause = pause_after(response, attempt)
            if pause is None or pause > self.repetition.longest_wait or attempt >= self.repetition.retries:
                raise failed
            self.repetition.sleep(pause)
            attempt += 1

    def close(self) -> None:
        self.inner.close()


class Authorized(httpx.BaseTransport):
    """Adds the session's token, and repeats a request once with a new one if the token is out of date."""

    def __init__(self, inner: httpx.BaseTransport, session: Session, url: str) -> None:
        self.inner = inner
        self.session = session
        self.origin = origin_of(httpx.URL(url))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        # A redirect leads to the store of files, which must not see the token.
        if origin_of(request.url) != self.origin:
            return self.inner.handle_request(request)
        identify(request)
        token = self.session.token()
        request.headers["authorization"] = f"Bearer {token}"
        try:
            return self.inner.handle_request(request)
        except CountersignError as error:
            if error.code not in OUTDATED:
                raise
            request.headers["authorization"] = f"Bearer {self.session.renew(token)}"
            return self.inner.handle_request(request)

    def close(self) -> None:
        self.inner.close()


def error_of(response: httpx.Response) -> CountersignError:
    kind = BY_CODE.get(response.headers.get("x-error-code", ""), CountersignError)
    error = kind(f"{response.status_code} {response.text}".strip(), response)
    if isinstance(error.body, dict) and "error" in error.body:
        error.args = (error.body["error"],)
    return error


def pause_after(response: httpx.Response, attempt: int) -> float | None:
    """Seconds until the next attempt: what the answer says, or longer each time. None if no attempt can help."""
    is_running = response.headers.get("x-error-code") == "idempotency_in_flight"
    if not is_running and response.status_code not in PASSING:
        return None
    seconds = retry_after_of(response)
    return growing(attempt) if seconds is None else seconds


def growing(attempt: int) -> float:
    return 0.5 * 2**attempt * (0.5 + random.random() / 2)


def identify(request: httpx.Request) -> None:
    """Gives a write its key, the same in all attempts."""
    if request.method in WRITES:
        request.headers.setdefault("idempotency-key", str(uuid.uuid4()))


def origin_of(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
