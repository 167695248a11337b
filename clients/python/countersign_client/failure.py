"""The error that all others are kinds of. `countersign_client.codes` has a class for each code."""

from typing import Any, ClassVar

import httpx


class CountersignError(Exception):
    """An answer that isn't what was asked for. `code` is its name in the catalogue, `unknown` if it has none."""

    code: ClassVar[str] = "unknown"

    def __init__(self, message: str, response: httpx.Response | None = None) -> None:
        super().__init__(message)
        self.response = response
        self.status: int | None = None if response is None else response.status_code
        self.request_id: str | None = None if response is None else response.headers.get("x-request-id")
        self.retry_after: float | None = None if response is None else retry_after_of(response)

    @property
    def body(self) -> Any:
        """The answer's body; None if it is no JSON."""
        try:
            return None if self.response is None else self.response.json()
        except ValueError:
            return None


class Unreachable(CountersignError):
    """No answer came in all attempts."""

    code: ClassVar[str] = "unreachable"


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds of `Retry-After`; None if the answer has none."""
    try:
        return float(response.headers.get("retry-after", ""))
    except ValueError:
        return None
