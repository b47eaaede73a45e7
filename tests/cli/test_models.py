"""`swaralipi models`: what a word after the verb means, and what none means."""

import pytest

from core import cli
from core.llm import profiles

API = ("--base-url", "http://127.0.0.1:9/v1", "--model", "m")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list", "smollm2"), "models list takes no name"),
        (("list", *API), "models list takes no options"),
        (("remove", "mine", "--gguf", "x.gguf"), "models remove takes no options"),
        (("test", "scripted", "--set", "seed=1"), "models test takes no options"),
        (("remove", "nobody"), "See swaralipi models list."),
    ],
)
def test_a_word_that_would_do_nothing_is_refused_and_nothing_is_done(words, said, capsys):
    assert cli.main(["models", "add", "mine", *API], None) == 0
    capsys.readouterr()
    assert cli.main(["models", *words], None) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert profiles.find("mine").model == "m"
