"""Sessions: the tokens of a person, an API key, or an application with a user's refresh token."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from .failure import CountersignError

Tokens = dict[str, Any]


@dataclass
class Credentials:
    """Who signs in: `email` and `password`, or `client_id` and `client_secret`, or a `refresh_token`."""

    email: str | None = None
    password: str | None = None
    second_factor: Callable[[], str] | None = None
    client_id: str | None = None
    client_secret: str | None = None
    refresh_token: str | None = None
    on_tokens: Callable[[Tokens], None] | None = None


class TokenSession:
    """
    Gets its first token when it is asked for one, and the next when the platform refuses it. Calls that are refused at
    the same time share one renewal, because a refresh token that is used twice ends its session.
    """

    def __init__(self, client: httpx.Client, credentials: Credentials) -> None:
        self._client = client
        self._credentials = credentials
        self._lock = threading.Lock()
        self._tokens: Tokens | None = None
        self._device: str | None = None

    def token(self) -> str:
        with self._lock:
            if self._tokens is None:
                self._keep(self._first())
            return self._current()

    def renew(self, refused: str) -> str:
        with self._lock:
            if self._current() == refused:
                self._keep(self._next())
            return self._current()

    def _current(self) -> str:
        return "" if self._tokens is None else self._tokens["access_token"]

    def _keep(self, tokens: Tokens) -> None:
        self._tokens = tokens
        if self._credentials.on_tokens:
            self._credentials.on_tokens(tokens)

    def _first(self) -> Tokens:
        who = self._credentials
        if who.refresh_token:
            return self._refreshed(who.refresh_token)
        if who.client_secret:
            grant = {"grant_type": "client_credentials", "client_id": who.client_id, "client_secret": who.client_secret}
            return self._ask_for_new(grant)
        try:
            return self._ask_for_new({"grant_type": "password", "username": who.email, "password": who.password})
        except CountersignError as error:
            if error.code != "mfa_required" or who.second_factor is None:
                raise
            grant_type = "urn:verdocs:params:oauth:grant-type:mfa-otp"
            mfa_token = error.body["mfa_token"]
            return self._ask({"grant_type": grant_type, "mfa_token": mfa_token, "otp": who.second_factor()})

    def _next(self) -> Tokens:
        """The next tokens: of a new sign-in if the session has ended and the credentials can begin another."""
        who = self._credentials
        refresh_token = (self._tokens or {}).get("refresh_token", "")
        if who.refresh_token:
            return self._refreshed(refresh_token)
        if who.client_secret:
            return self._first()
        try:
            return self._refreshed(refresh_token)
        except CountersignError:
            return self._first()

    def _refreshed(self, refresh_token: str) -> Tokens:
        who = self._credentials
        client = {"client_id": who.client_id, "client_secret": who.client_secret} if who.client_id else {}
        return self._ask({"grant_type": "refresh_token", "refresh_token": refresh_token, **client})

    def _ask_for_new(self, grant: Tokens) -> Tokens:
        """Signs in anew if the answer was lost: a repeat never gets tokens, because they are not stored."""
        try:
            return self._ask(grant)
        except CountersignError as error:
            if error.code != "idempotency_answer_not_kept":
                raise
            return self._ask(grant)

    def _ask(self, grant: Tokens) -> Tokens:
        headers = {"x-device-token": self._device} if self._device else {}
        response = self._client.post("/v2/oauth2/token", json=grant, headers=headers)
        self._device = response.headers.get("x-device-token", self._device)
        return response.json()
