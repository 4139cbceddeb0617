"""What one run is given, from the question to the models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belegg.answering.brake import Brake
from belegg.answering.conversation import Conversation
from belegg.answering.desk import Desk
from belegg.answering.marks import Marks
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.records.chat import ChatRole
from belegg.records.runs import StopReason
from belegg.seams import Chat


@dataclass(frozen=True, slots=True)
class Doing:
    """`day` (ISO) is today to the run; `chats` hold at least the `answer` model; `brake` stops the run."""

    question: str
    desk: Desk
    chats: Mapping[ChatRole, Chat]
    settings: AskSettings
    steps: Steps
    conversation: Conversation
    day: str
    marks: Marks
    brake: Brake


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run came to its end."""

    reason: StopReason
    detail: str = ""
