"""How sources of statistics are asked, over real HTTP on this machine: limits, retries, keeping, refusing."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import (
    BadSetting,
    KeyMissing,
    RateLimited,
    SourceChanged,
    SourceOffline,
    SourceRefused,
    SourceTimeout,
    SourceUnavailable,
    UnknownTable,
)
from belegg.records.statistics import SourceRequest
from belegg.sources.statistics import Asking, MemoryBodies, Pace, Publisher
from belegg.testing.statistics_clock import StandingClock
from belegg.testing.statistics_server import (
    Rule,
    StatisticsServer,
    Turn,
    empty,
    endless,
    half,
    holding,
    page,
    sends_on,
    status,
)
from extras import needs

needs("statistics")

pytestmark = pytest.mark.req("STA-1")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StatisticsServer]:
    rules = [
        Rule("/figures", b'{"value": [1]}', headers={"ETag": '"one"'}),
        Rule("/plain", b"1;2\n", media_type="text/csv"),
    ]
    with StatisticsServer(tmp_path, rules) as server:
        yield server


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


def office(server: StatisticsServer, pace: Pace | None = None, **more: object) -> Publisher:
    return Publisher("office", "The Office", (server.base_url,), pace or Pace(1000, 1.0), **more)  # type: ignore[arg-type]


def request_to(server: StatisticsServer, path: str = "/figures") -> SourceRequest:
    return SourceRequest(server.base_url + path)


def test_an_answer_says_when_it_came_and_what_it_hashes_to(
    server: StatisticsServer, clock: StandingClock
) -> None:
    answer = Asking(clock=clock).ask(office(server), request_to(server), "json")

    assert (answer.content, answer.status) == (b'{"value": [1]}', 200)
    assert answer.retrieved_at == "2026-11-30T12:00:00Z"
    assert answer.raw.sha256 == "3835fb27566a51a06c1f6359796bf546bdde3e478842bb721e986d5f2bc1b13e"


def test_whoever_asks_says_who_it_is(server: StatisticsServer) -> None:
    publisher = office(server, headers={"Accept-Language": "en"})

    Asking(contact="figures@example.org").ask(publisher, request_to(server), "json")

    headers = server.requests[0].headers
    assert headers["user-agent"] == "belegg (official statistics; figures@example.org)"
    assert (headers["accept"], headers["accept-language"]) == ("application/json", "en")


def test_nothing_but_a_sources_own_address_is_asked(server: StatisticsServer) -> None:
    asking = Asking()

    for url in ("https://elsewhere.example/figures", server.base_url + "9/figures", "file:///etc/passwd"):
        with pytest.raises(SourceRefused, match="own address"):
            asking.ask(office(server), SourceRequest(url), "json")
    assert server.requests == []


@pytest.mark.parametrize(
    "base", ["http://data.example.org", "ftp://data.example.org", "https://u:p@x.example"]
)
def test_a_base_is_https_or_on_this_machine(base: str) -> None:
    with pytest.raises(BadSetting):
        Publisher("office", "The Office", (base,))


def test_a_redirect_to_another_host_is_not_followed(server: StatisticsServer, tmp_path: Path) -> None:
    with StatisticsServer(tmp_path, server.rules) as other:
        server.will(sends_on(f"{other.base_url}/figures"))

        with pytest.raises(SourceRefused, match=r"sends on to `127\.0\.0\.1`"):
            Asking().ask(office(server), request_to(server), "json")
        assert other.requests == []


def test_a_redirect_at_the_source_itself_is_followed(server: StatisticsServer) -> None:
    server.will(sends_on("/figures", 301))

    answer = Asking().ask(office(server), request_to(server, "/old"), "json")

    assert answer.url == server.base_url + "/figures"


def test_redirects_come_to_an_end(server: StatisticsServer, clock: StandingClock) -> None:
    server.always(sends_on("/round"))

    with pytest.raises(SourceUnavailable, match="from address to address"):
        Asking(clock=clock).ask(office(server), request_to(server), "json")


def test_a_key_goes_as_a_header_and_never_into_words(server: StatisticsServer) -> None:
    publisher = office(server, key_setting="BELEGG_OFFICE_KEY", key_header="X-API-Key")
    server.will(status(403, content=b'{"title": "key s3cret is not known"}'))
    asking = Asking(environment={"BELEGG_OFFICE_KEY": "s3cret"})

    with pytest.raises(SourceRefused) as refused:
        asking.ask(publisher, request_to(server), "json", with_key=True)
    answer = asking.ask(publisher, request_to(server), "json", with_key=True)

    assert server.requests[0].headers["x-api-key"] == "s3cret"
    assert "s3cret" not in str(refused.value)
    assert "s3cret" not in repr(answer)


def test_a_missing_key_is_said_with_the_name_of_its_setting(server: StatisticsServer) -> None:
    publisher = office(server, key_setting="BELEGG_OFFICE_KEY", key_header="X-API-Key")

    with pytest.raises(KeyMissing, match="`BELEGG_OFFICE_KEY`"):
        Asking(environment={}).ask(publisher, request_to(server), "json", with_key=True)
    assert server.requests == []


def test_what_may_pass_is_tried_three_times(server: StatisticsServer, clock: StandingClock) -> None:
    server.will(status(503), page())

    answer = Asking(clock=clock).ask(office(server), request_to(server), "json")

    assert answer.content == b'{"value": [1]}'
    assert clock.waited == [1.0, 4.0]


def test_there_is_no_fourth_try(server: StatisticsServer, clock: StandingClock) -> None:
    server.always(status(500))

    with pytest.raises(SourceUnavailable, match="The Office cannot answer now, HTTP 500"):
        Asking(clock=clock).ask(office(server), request_to(server), "json")
    assert len(server.requests) == 3


def test_what_will_not_pass_is_asked_once(server: StatisticsServer, clock: StandingClock) -> None:
    server.always(status(404, content=b'{"type": "Parameter error", "title": "Non-existent table"}'))

    with pytest.raises(UnknownTable, match="Non-existent table"):
        Asking(clock=clock).ask(office(server), request_to(server), "json")
    assert (len(server.requests), clock.waited) == (1, [])


def test_a_status_that_the_source_says_something_with_is_returned(server: StatisticsServer) -> None:
    server.will(status(400, content=b'{"title": "Too many cells selected"}'))

    answer = Asking().ask(office(server), request_to(server), "json", also=(400,))

    assert (answer.status, b"Too many" in answer.content) == (400, True)


def test_silence_is_a_timeout(server: StatisticsServer, clock: StandingClock) -> None:
    server.always(holding())

    with pytest.raises(SourceTimeout, match=r"did not answer within 0\.2 seconds"):
        Asking(clock=clock, within_s=0.2).ask(office(server), request_to(server), "json")


def test_nobody_there_is_offline(server: StatisticsServer, clock: StandingClock) -> None:
    publisher = Publisher("office", "The Office", ("http://127.0.0.1:9",))

    with pytest.raises(SourceOffline, match="The Office cannot be reached"):
        Asking(clock=clock).ask(publisher, SourceRequest("http://127.0.0.1:9/figures"), "json")
    assert clock.waited == []


def test_half_a_body_is_no_body(server: StatisticsServer, clock: StandingClock) -> None:
    server.will(half())

    answer = Asking(clock=clock).ask(office(server), request_to(server), "json")

    assert (answer.content, clock.waited) == (b'{"value": [1]}', [1.0])


def test_xml_for_json_is_unavailable(server: StatisticsServer, clock: StandingClock) -> None:
    def xml(turn: Turn) -> None:
        turn.send(200, b'<?xml version="1.0"?><error/>', "application/xml")

    server.always(xml)

    with pytest.raises(SourceUnavailable, match="sent XML in the place of figures"):
        Asking(clock=clock).ask(office(server), request_to(server), "json")


def test_more_than_may_be_read_is_not_read(server: StatisticsServer) -> None:
    server.will(endless(21))

    with pytest.raises(SourceChanged, match="more than 20 MB"):
        Asking().ask(office(server), request_to(server), "json")


def test_a_small_body_that_unpacks_to_much_is_not_unpacked(server: StatisticsServer) -> None:
    bomb = gzip.compress(b" " * (25 * 2**20))
    server.will(lambda turn: turn.send(200, bomb, headers={"Content-Encoding": "gzip"}))

    with pytest.raises(SourceChanged, match="more than 20 MB"):
        Asking().ask(office(server), request_to(server), "json")


def test_a_packed_body_is_unpacked(server: StatisticsServer) -> None:
    packed = gzip.compress(b'{"value": [2]}')
    server.will(lambda turn: turn.send(200, packed, headers={"Content-Encoding": "gzip"}))

    assert Asking().ask(office(server), request_to(server), "json").content == b'{"value": [2]}'


def test_no_content_is_an_answer(server: StatisticsServer) -> None:
    server.will(empty())

    answer = Asking().ask(office(server), request_to(server), "json")

    assert (answer.status, answer.content) == (204, b"")


def test_too_many_calls_tell_how_long_to_wait_and_stop_the_next(
    server: StatisticsServer, clock: StandingClock
) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    server.will(status(429, {"Retry-After": "30"}))

    with pytest.raises(RateLimited, match="in 30 seconds") as limited:
        asking.ask(publisher, request_to(server), "json")
    with pytest.raises(RateLimited):
        asking.ask(publisher, request_to(server), "json")
    clock.go_on(30)

    assert limited.value.retry_after_s == 30.0
    assert asking.ask(publisher, request_to(server), "json").status == 200
    assert len(server.requests) == 2


def test_a_source_that_names_a_short_wait_is_waited_for(
    server: StatisticsServer, clock: StandingClock
) -> None:
    server.will(status(503, {"Retry-After": "7"}))

    Asking(clock=clock).ask(office(server), request_to(server), "json")

    assert clock.waited == [7.0]


def test_calls_keep_to_the_pace(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server, Pace(2, 1.0))

    for number in range(4):
        asking.ask(publisher, request_to(server, f"/figures?{number}"), "json")

    assert clock.waited == [0.5, 0.5]


def test_a_pace_of_an_hour_is_not_waited_for(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server, Pace(60, 3600.0))

    for number in range(60):
        asking.ask(publisher, request_to(server, f"/figures?{number}"), "json")
    with pytest.raises(RateLimited, match="in 60 seconds"):
        asking.ask(publisher, request_to(server, "/figures?60"), "json")

    assert len(server.requests) == 60


def test_a_sources_own_limits_are_believed(server: StatisticsServer, clock: StandingClock) -> None:
    headers = {"x-ratelimit-policy": "40;w=60s", "x-ratelimit-limit": "40", "x-ratelimit-remaining": "1"}
    server.will(lambda turn: turn.send(200, b"{}", headers=headers))
    asking, publisher = Asking(clock=clock), office(server, Pace(30, 60.0))

    asking.ask(publisher, request_to(server), "json")

    assert asking.standing(publisher).calls_left == 1
    asking.ask(publisher, request_to(server, "/figures?1"), "json")
    asking.ask(publisher, request_to(server, "/figures?2"), "json")
    assert clock.waited == [1.5]


def test_after_five_failures_a_source_rests_for_ten_minutes(
    server: StatisticsServer, clock: StandingClock
) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    server.always(status(500))
    for _ in range(5):
        with pytest.raises(SourceUnavailable):
            asking.ask(publisher, request_to(server), "json")
    met = len(server.requests)

    server.always(None)
    with pytest.raises(SourceUnavailable, match="is not asked for 10 more minutes"):
        asking.ask(publisher, request_to(server), "json")
    assert (len(server.requests), asking.standing(publisher).rests_s) == (met, 600.0)

    clock.go_on(600)
    assert asking.ask(publisher, request_to(server), "json").status == 200
    assert asking.standing(publisher).last_success != ""


def test_an_answer_is_new_for_an_hour(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    asking.ask(publisher, request_to(server), "json")
    clock.go_on(3599)

    again = asking.ask(publisher, request_to(server), "json")

    assert (again.was_kept, again.retrieved_at, len(server.requests)) == (True, "2026-11-30T12:00:00Z", 1)


def test_what_has_not_changed_keeps_the_time_when_it_came(
    server: StatisticsServer, clock: StandingClock
) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    asking.ask(publisher, request_to(server), "json")
    clock.go_on(3601)
    server.will(status(304))

    again = asking.ask(publisher, request_to(server), "json")

    assert server.requests[1].headers["if-none-match"] == '"one"'
    assert (again.content, again.retrieved_at) == (b'{"value": [1]}', "2026-11-30T12:00:00Z")
    assert asking.ask(publisher, request_to(server), "json").was_kept
    assert len(server.requests) == 2


def test_what_has_changed_is_taken_anew(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    asking.ask(publisher, request_to(server), "json")
    clock.go_on(3601)
    server.will(status(200, content=b'{"value": [2]}'))

    again = asking.ask(publisher, request_to(server), "json")

    assert (again.content, again.retrieved_at) == (b'{"value": [2]}', "2026-11-30T13:00:01Z")


def test_an_old_answer_never_stands_in_for_a_failure(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    asking.ask(publisher, request_to(server), "json")
    clock.go_on(3601)
    server.always(status(500))

    with pytest.raises(SourceUnavailable):
        asking.ask(publisher, request_to(server), "json")


def test_a_body_that_could_not_be_read_is_set_aside(server: StatisticsServer, clock: StandingClock) -> None:
    asking, publisher = Asking(clock=clock), office(server)
    answer = asking.ask(publisher, request_to(server), "json")

    error = asking.misread(publisher, answer, "it holds no `id`")

    assert str(error) == "The Office answered in a form that is not known here: it holds no `id`"
    assert asking.last_misread("office") == answer.raw
    assert not asking.ask(publisher, request_to(server), "json").was_kept


def test_equal_requests_at_one_time_are_one(server: StatisticsServer) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(turn: Turn) -> None:
        asked.set()
        go_on.wait(10)
        turn.send(200, b"{}")

    server.will(slow)
    asking, publisher, answers = Asking(), office(server), []
    threads = [
        threading.Thread(target=lambda: answers.append(asking.ask(publisher, request_to(server), "json")))
        for _ in range(4)
    ]
    threads[0].start()
    asked.wait(10)
    for thread in threads[1:]:
        thread.start()
    go_on.set()
    for thread in threads:
        thread.join(10)

    assert [answer.content for answer in answers] == [b"{}"] * 4
    assert len(server.requests) == 1


def test_what_is_kept_stays_under_its_limit(server: StatisticsServer, clock: StandingClock) -> None:
    asking = Asking(clock=clock, bodies=MemoryBodies(most_bytes=30))

    for number in range(5):
        asking.ask(office(server), request_to(server, f"/figures?{number}"), "json")

    assert asking.ask(office(server), request_to(server, "/figures?4"), "json").was_kept
    assert not asking.ask(office(server), request_to(server, "/figures?0"), "json").was_kept
