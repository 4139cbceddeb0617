"""
What a server measures of itself, for Prometheus and OpenTelemetry: counts and times by route, verdict and
step. Never a word of a question or a document, an id, or who asked: a label is from a short list of ours.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from belegg.errors import MissingExtra
from belegg.records import Abstained, Answer
from belegg.records.answers import verdict_of
from belegg.serving.http.routing import pattern_of

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer
    from prometheus_client import CollectorRegistry

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
"""Upper edges of the histograms' buckets."""
SPANS_WANTED: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""The variables by which OpenTelemetry is told where spans go; without one none are made."""
MANY_PROCESSES: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Prometheus' own variable: a folder in which several workers keep one count."""


class Measures(Protocol):
    """Is told what happened."""

    def request(self, route: str, method: str, status: int, took_s: float) -> None: ...
    def answered(self, answer: Answer) -> None: ...


class Unmeasured:
    """Measures nothing."""

    def request(self, route: str, method: str, status: int, took_s: float) -> None:
        """Nobody asked."""

    def answered(self, answer: Answer) -> None:
        """Nobody asked."""


class Prometheus:
    """
    Counters and histograms, in a registry of their own.

    Raises MissingExtra without `prometheus-client`.
    """

    def __init__(self) -> None:
        try:
            from prometheus_client import CollectorRegistry, Counter, Histogram
        except ImportError as missing:
            raise MissingExtra(
                "`metrics = true` needs `prometheus_client`; install it with `pip install 'belegg[metrics]'`"
            ) from missing
        self._registry = CollectorRegistry()
        self._requests = Histogram(
            "belegg_request_seconds",
            "Time from a request to the end of its response",
            ("route", "method", "status"),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._answers = Counter(
            "belegg_answers", "Answers by verdict and reason", ("verdict", "reason"), registry=self._registry
        )
        self._steps = Counter(
            "belegg_answer_steps",
            "Steps of answers that ran, did not run, or failed",
            ("step", "state"),
            registry=self._registry,
        )
        self._quotations = Counter(
            "belegg_quotations", "Checked quotations that were shown", registry=self._registry
        )

    def request(self, route: str, method: str, status: int, took_s: float) -> None:
        self._requests.labels(route, method, str(status)).observe(took_s)

    def answered(self, answer: Answer) -> None:
        reason = (answer.reason or "") if isinstance(answer, Abstained) else ""
        self._answers.labels(verdict_of(answer), reason).inc()
        for step in answer.ran:
            self._steps.labels(step.step, step.state).inc()
        sentences = () if isinstance(answer, Abstained) else answer.sentences
        self._quotations.inc(sum(len(sentence.quotes) for sentence in sentences))

    def page(self) -> tuple[bytes, str]:
        """All in the exposition format, and its name; of all workers where they keep one count."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return generate_latest(self._seen()), CONTENT_TYPE_LATEST

    def _seen(self) -> CollectorRegistry:
        if not os.environ.get(MANY_PROCESSES):
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return together


def tracer_of(environment: Mapping[str, str]) -> Tracer | None:
    """
    Makes spans where OpenTelemetry's own variables say where to send them, else None. Raises MissingExtra.
    """
    if not any(environment.get(name) for name in SPANS_WANTED):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as missing:
        raise MissingExtra(
            f"spans are asked for (`{SPANS_WANTED[0]}`) and need `{missing.name}`; install it with `pip "
            "install 'belegg[otel]'`"
        ) from missing
    named = environment.get("OTEL_SERVICE_NAME", "belegg")
    provider = TracerProvider(resource=Resource.create({"service.name": named}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("belegg")


class Measured:
    """Times each request until the last byte of its response, under its route's pattern."""

    def __init__(self, app: ASGIApp, measures: Measures, tracer: Tracer | None = None) -> None:
        self.app = app
        self.measures = measures
        self.tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._span() as span:
            try:
                await self.app(scope, receive, noted)
            finally:
                route = pattern_of(scope) or "none"
                self.measures.request(route, scope["method"], status, perf_counter() - started)
                if span is not None:
                    span.update_name(f"{scope['method']} {route}")
                    span.set_attributes({"http.route": route, "http.response.status_code": status})

    def _span(self) -> AbstractContextManager[Span | None]:
        if self.tracer is None:
            return nullcontext()
        # An error's message may hold text of a document: neither an event nor the status repeats it.
        return self.tracer.start_as_current_span(
            "request", record_exception=False, set_status_on_exception=False
        )
