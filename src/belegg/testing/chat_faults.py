"""
What goes wrong between a chat model and whoever asks it, by name: for the script of a `ChatServer`.

Faults of a stream cut one of two replies, `TEXT` and `CALL`, in the middle. No fault waits for time to pass
but `tokens_every`, which takes the seconds; `silent` waits for the test, or for the client to go.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from itertools import cycle

from belegg.records.chat import Reply
from belegg.testing.chat import calls, says
from belegg.testing.chat_server import ChatTurn, Fault
from belegg.testing.dialects import Streamed
from belegg.testing.dialects.forms import event
from belegg.testing.dialects.openai import delta
from belegg.testing.model_server import status, unreadable

TEXT = says("The notice period in the Alder contract is 30 days, counted from the first of the month.")
CALL = calls(("search", {"query": "notice period in the Alder contract"}))

CRUMB = 5
"""Bytes."""
NO_SUCH_HOST = "http://belegg-model.invalid"
"""An address whose name nobody may ever have (RFC 6761)."""


def closed_address() -> str:
    """The address of a port on this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


def silent(turn: ChatTurn) -> None:
    """Not a byte until the test lets go; then a reply."""
    turn.hold()
    turn.give(TEXT)


def tokens_every(seconds: float) -> Fault:
    """A token each so many seconds, without end, until the client goes."""

    def behave(turn: ChatTurn) -> None:
        said = streamed(turn, TEXT)
        turn.begin_stream()
        turn.tell(said.opening)
        for piece in cycle(said.pieces):
            turn.chunk(piece)
            if turn.hold(seconds):
                break
        turn.hang_up()

    return Fault(f"a token every {seconds} s", behave, "interrupted")


def pings_every(seconds: float) -> Fault:
    """Comments, which keep a connection alive and say nothing, without end, until the client goes."""

    def behave(turn: ChatTurn) -> None:
        turn.begin_stream()
        while not turn.hold(seconds):
            turn.chunk(b": processing\n\n")
        turn.hang_up()

    return Fault(f"a comment every {seconds} s", behave)


def streamed(turn: ChatTurn, reply: Reply) -> Streamed:
    return turn.dialect.streamed(reply, turn.model, turn.asked.body)


def ends(turn: ChatTurn) -> None:
    """The stream ends in good order, and the reply has not."""
    turn.end_stream()


def closes(turn: ChatTurn) -> None:
    """The connection ends, and the stream has not."""
    turn.hang_up()


def resets(turn: ChatTurn) -> None:
    turn.reset()


def breaks_a_line(turn: ChatTurn) -> None:
    """An event that is no JSON, then the end."""
    turn.chunk(b'data: {"choices": [{"index": 0, "del\n\n')
    turn.end_stream()


def tells_an_error(turn: ChatTurn) -> None:
    """An error as an event, where the reply should go on."""
    told = turn.dialect.failed("The server had an error while processing your request")
    turn.chunk(event(told, "error" if turn.dialect.name == "anthropic" else None))
    turn.end_stream()


def says_done(turn: ChatTurn) -> None:
    """OpenAI's last line, and nothing said before it of why the reply ended."""
    turn.chunk(b"data: [DONE]\n\n")
    turn.end_stream()


def goes_silent(turn: ChatTurn) -> None:
    """Nothing more comes until the test lets go, or the client goes."""
    turn.hold()
    turn.hang_up()


def cut(reply: Reply, how: Callable[[ChatTurn], None]) -> Callable[[ChatTurn], None]:
    """A stream of `reply` until its middle, and then `how`."""

    def behave(turn: ChatTurn) -> None:
        turn.begin_stream()
        turn.tell(streamed(turn, reply).half)
        how(turn)

    return behave


def ends_before_the_finish(turn: ChatTurn) -> None:
    """Arguments that are whole JSON, and no word that the call is."""
    said = streamed(turn, CALL)
    turn.begin_stream()
    turn.tell([*said.opening, *said.pieces])
    turn.end_stream()


def half_call(turn: ChatTurn, finish: Reply) -> None:
    """Half a call of a tool, then the end of another reply."""
    turn.begin_stream()
    turn.tell([*streamed(turn, CALL).half, *streamed(turn, finish).closing])
    turn.end_stream()


ENDINGS: dict[str, Callable[[ChatTurn], None]] = {
    "ends": ends,
    "closed": closes,
    "reset": resets,
    "broken line": breaks_a_line,
    "error told": tells_an_error,
    "done unfinished": says_done,
    "silent": goes_silent,
}

CUT_STREAMS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        *(Fault(f"{name} in text", cut(TEXT, how), "interrupted") for name, how in ENDINGS.items()),
        *(Fault(f"{name} in a call", cut(CALL, how), "interrupted") for name, how in ENDINGS.items()),
        Fault("ends after a whole call", ends_before_the_finish, "interrupted"),
    )
}
"""Streams that break off: a reply may be made of what came, marked as interrupted, without its calls."""

STOPPED_STREAMS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault(
            "filtered in text", lambda turn: turn.give(says(TEXT.message.text[:40], "filtered")), "filtered"
        ),
        Fault("filtered in a call", lambda turn: half_call(turn, says("", "filtered")), "filtered"),
        Fault("length in text", lambda turn: turn.give(says(TEXT.message.text[:40], "length")), "length"),
        Fault("length in a call", lambda turn: half_call(turn, says("", "length")), "length"),
    )
}
"""Streams that the server ends before the model did, and says so: their calls are not run either."""


def error_body(turn: ChatTurn) -> None:
    """200, and the body is an error, as gateways send it; to a wish for a stream too."""
    turn.send(200, turn.dialect.failed("upstream is overloaded"))


def error_first(turn: ChatTurn) -> None:
    """A stream whose first event is an error."""
    turn.begin_stream()
    tells_an_error(turn)


def empty_stream(turn: ChatTurn) -> None:
    turn.begin_stream()
    turn.end_stream()


def in_crumbs(turn: ChatTurn) -> None:
    """A whole stream, torn at every fifth byte: through events, lines and letters."""
    told = b"".join(streamed(turn, TEXT).all)
    turn.begin_stream()
    turn.tell(told[start : start + CRUMB] for start in range(0, len(told), CRUMB))
    turn.end_stream()


def written_otherwise(turn: ChatTurn) -> None:
    """A whole stream with comments between, lines that end as in Windows, and no space after `data:`."""
    turn.begin_stream()
    for one in streamed(turn, TEXT).all:
        turn.chunk(b": processing\r\n\r\n" + one.replace(b"data: ", b"data:").replace(b"\n", b"\r\n"))
    turn.end_stream()


def without_done(turn: ChatTurn) -> None:
    """A stream that says why the reply ended, and lacks OpenAI's last line."""
    turn.begin_stream()
    turn.tell(one for one in streamed(turn, TEXT).all if b"[DONE]" not in one)
    turn.end_stream()


def after_thoughts(turn: ChatTurn) -> None:
    """Thoughts before the text, as servers of reasoning models tell them in OpenAI's form."""
    said = streamed(turn, TEXT)
    thoughts = delta({"reasoning_content": "They ask about Alder."}, turn.model)
    turn.begin_stream()
    turn.tell([*said.opening, thoughts, *said.pieces, *said.closing])
    turn.end_stream()


UNUSUAL: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault("in crumbs", in_crumbs, "stop"),
        Fault("written otherwise", written_otherwise, "stop"),
        Fault("without done", without_done, "stop"),
        Fault("after thoughts", after_thoughts, "stop"),
    )
}
"""Whole replies (`TEXT`), told in OpenAI's form as only some servers do: nothing is wrong with them."""


def unstreamed(turn: ChatTurn) -> None:
    """A whole reply, though a stream was asked for."""
    turn.send(200, turn.dialect.whole(TEXT, turn.model))


def refuses(code: int, retry_after: str | None = None, message: str = "no") -> Callable[[ChatTurn], None]:
    return status(code, retry_after=retry_after, error={"message": message, "code": str(code)})


BUSY: dict[str, Fault] = {
    "429": Fault("429", refuses(429)),
    "429 with Retry-After": Fault("429 with Retry-After", refuses(429, "2")),
    "429 for an hour": Fault("429 for an hour", refuses(429, "3600")),
    "503": Fault("503", refuses(503)),
    "503 with Retry-After": Fault("503 with Retry-After", refuses(503, "2")),
}
"""Refusals after which the same request may be tried again."""

REFUSED: dict[str, Fault] = {
    "401": Fault("401", refuses(401, message="Incorrect API key provided")),
    "402": Fault("402", refuses(402, message="Your credit balance is too low")),
    "403": Fault("403", refuses(403, message="The key may not use this model")),
    "404": Fault("404", refuses(404, message="The model does not exist")),
    "400": Fault("400", refuses(400, message="This model's maximum context length is 8192 tokens")),
}
"""Refusals that another try does not mend."""

NO_REPLY: dict[str, Fault] = {
    "error body": Fault("error body", error_body),
    "error first": Fault("error first", error_first),
    "a page": Fault("a page", unreadable()),
    "an empty stream": Fault("an empty stream", empty_stream),
    "no JSON": Fault("no JSON", unreadable(b'{"choices": [', "application/json")),
    "hangs up": Fault("hangs up", closes),
    "reset": Fault("reset", resets),
}
"""200, or nothing at all, and no reply in it."""

FAULTS: dict[str, Fault] = {
    "silence": Fault("silence", silent),
    "no stream": Fault("no stream", unstreamed),
    **CUT_STREAMS,
    **STOPPED_STREAMS,
    **BUSY,
    **REFUSED,
    **NO_REPLY,
    **UNUSUAL,
}
