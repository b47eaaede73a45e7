"""What a failure is worth, and how a run slows down and quickens again."""

import pytest

from core.errors import MissingPackage, ModelError, UsageError
from core.experiments.limits import Limits
from core.experiments.patience import Throttle, backoff, judge
from core.llm.api_errors import Failure


@pytest.mark.parametrize("status", [401, 402, 403, 404])
def test_a_fault_of_key_account_or_name_ends_the_run(status):
    assert judge(Failure("no", status=status), 1, 5).hopeless


def test_no_credit_ends_the_run_though_its_number_is_that_of_a_busy_server():
    assert judge(Failure("no credit", status=429, again=False), 1, 5).hopeless
    busy = judge(Failure("busy", status=429, again=True, wait=3.0), 1, 5)
    assert (busy.again, busy.busy, busy.wait, busy.hopeless) == (True, True, 3.0, False)


@pytest.mark.parametrize("error", [MissingPackage("openai", "x", "api"), UsageError("x")])
def test_what_is_missing_here_ends_the_run(error):
    assert judge(error, 1, 5).hopeless


def test_a_servers_fault_is_tried_so_often_and_no_more():
    assert [judge(Failure("500", status=500, again=True), attempt, 3).again for attempt in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert not judge(Failure("500", status=500, again=True), 1, 5).busy


def test_a_cut_answer_is_tried_less_often():
    assert [judge(Failure("cut", cut=True), attempt, 9).again for attempt in (1, 2, 3)] == [True, True, False]


def test_a_refused_prompt_or_a_dead_model_is_an_error_of_that_item_alone():
    for error in (Failure("refused", status=400), ModelError("the process died")):
        trouble = judge(error, 1, 5)
        assert not trouble.again
        assert not trouble.hopeless


def test_waits_grow_and_end():
    assert 0.25 <= backoff(1) <= 0.5
    assert 1.0 <= backoff(3) <= 2.0
    assert backoff(60) <= 30


def test_too_many_halves_once_for_all_that_were_on_their_way():
    throttle = Throttle(8)
    for _ in range(5):
        throttle.slower(began=1.0, now=2.0, wait=0.5)
    assert throttle.allowed == 4
    assert throttle.opens_in(2.0) == 0.5
    assert throttle.opens_in(2.6) == 0
    throttle.slower(began=3.0, now=4.0, wait=0)
    throttle.slower(began=5.0, now=6.0, wait=0)
    throttle.slower(began=7.0, now=8.0, wait=0)
    assert throttle.allowed == 1


def test_a_round_that_went_well_raises_by_one_up_to_the_most():
    throttle = Throttle(4)
    throttle.slower(began=1.0, now=2.0, wait=0)
    assert throttle.allowed == 2
    for _ in range(3):
        throttle.faster()
    assert throttle.allowed == 3
    for _ in range(50):
        throttle.faster()
    assert throttle.allowed == 4


@pytest.mark.parametrize(
    "limits",
    [Limits(seconds=0), Limits(tokens=-1), Limits(cost=1.0), Limits(prompt_price=-1), Limits(item_seconds=float("inf")),
     Limits(reply_price=float("nan"))],
)  # fmt: skip
def test_a_senseless_limit_is_refused(limits):
    with pytest.raises(UsageError):
        limits.check()


def test_limits_are_reached():
    limits = Limits(seconds=10, tokens=100, cost=0.5, prompt_price=1000, reply_price=10_000)
    limits.check()
    assert limits.reached(9, 50, 10) == ""
    assert "time limit of 10 s" in limits.reached(10, 0, 0)
    assert "100 tokens" in limits.reached(1, 60, 40)
    assert limits.price(100, 40) == pytest.approx(0.5)
    assert "cost limit" in Limits(cost=0.5, prompt_price=1000, reply_price=10_000).reached(1, 100, 40)
