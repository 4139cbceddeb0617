"""A key, kept out of everything that prints, logs or stores."""

from __future__ import annotations

from typing import NoReturn, final

from belegg.errors import BadSetting


@final
class Secret:
    """
    A key for a server. `repr`, `str` and f-strings show `Secret(…)`; it cannot be pickled or written as JSON.

    White space around the key goes (files end with a line break). Raises BadSetting, without the value, for
    an empty key and for one with characters that cannot stand in a header. `reveal` gives the key: call it
    where the request is made, or to hand it to another process on purpose.
    """

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        stripped = value.strip()
        if not stripped:
            raise BadSetting("the key is empty; give the key, or no key at all for a server that wants none")
        if not all("!" <= character <= "~" for character in stripped):
            raise BadSetting(
                "the key holds characters that no key has (a space, a line break …); copy it again"
            )
        self._value = stripped

    def reveal(self) -> str:
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret is not pickled; hand `secret.reveal()` on where that is meant")
