"""Problems are one line, whatever names a caller sends."""

from pitboss.server.problems import _sentence


def test_a_name_with_a_line_break_is_told_in_one_line():
    told = _sentence([{"loc": ("body", "options", "a\nb"), "input": None, "msg": "Input should be a valid string"}])
    assert told == "options.a b null: Input should be a valid string"
