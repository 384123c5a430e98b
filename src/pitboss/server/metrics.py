"""What Prometheus asks of a server: requests, batches, rounds, watchers, alarms, and how far the books are behind."""

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from pitboss.table.batch import News

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
ENDS = {"over": "settled", "voided": "voided"}


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "pitboss_requests", "HTTP requests by call and status.", ["method", "call", "status"], registry=registry
        )
        self.request_seconds = Histogram(
            "pitboss_request_seconds", "Time to answer, by call.", ["call"], buckets=SECONDS, registry=registry
        )
        self.commands = Counter(
            "pitboss_commands", "Requests to the floor by action and status.", ["action", "status"], registry=registry
        )
        self.batch_size = Histogram(
            "pitboss_batch_size", "Requests stored in one transaction.", buckets=SIZES, registry=registry
        )
        self.batch_seconds = Histogram(
            "pitboss_batch_seconds", "Time of one transaction.", buckets=SECONDS, registry=registry
        )
        self.queue_seconds = Histogram(
            "pitboss_queue_seconds", "Time a request waits for its transaction.", buckets=SECONDS, registry=registry
        )
        self.queue = Gauge("pitboss_queue_length", "Requests that wait for a transaction.", registry=registry)
        self.lag = Gauge(
            "pitboss_ledger_lag_seconds", "Age of the oldest request that is not stored yet.", registry=registry
        )
        self.unanchored = Gauge(
            "pitboss_audit_unanchored_seconds", "Time since the audit chain was signed.", registry=registry
        )
        self.rounds = Counter("pitboss_rounds", "Rounds that ended, by how.", ["end"], registry=registry)
        self.alarms = Gauge(
            "pitboss_performance_alarms", "Open tables of the house whose win has left its band.", registry=registry
        )
        self.judged = Gauge(
            "pitboss_performance_tables", "Open tables of the house whose win is judged.", registry=registry
        )
        self.watchers = Gauge("pitboss_watchers", "Open WebSockets.", registry=registry)
        self.dropped = Counter("pitboss_watchers_dropped", "WebSockets closed for being slow.", registry=registry)
        self.sign_ins = Counter("pitboss_sign_ins", "Sign-ins by result.", ["result"], registry=registry)
        self.store_failures = Counter("pitboss_store_failures", "Answers 503 of the store.", registry=registry)

    def watch(self, gauge: Gauge, value: Callable[[], float]) -> None:
        """Has a gauge read its value when it is asked for."""
        gauge.set_function(value)

    def count_rounds(self, news: Iterable[News]) -> None:
        """Counts the rounds that ended."""
        for each in news:
            end = ENDS.get(each.body["type"])
            if end:
                self.rounds.labels(end).inc()

    def text(self) -> bytes:
        """Everything in the text format of Prometheus."""
        return generate_latest(self.registry)
