"""A memory keeps the values used last, and no more than it may."""

from pitboss.core.memory import Memory


def test_a_memory_forgets_what_was_not_used_for_longest():
    memory: Memory[int] = Memory(2)
    memory.keep("one", 1)
    memory.keep("two", 2)
    assert memory.get("one") == 1
    memory.keep("three", 3)
    assert [memory.get(each) for each in ("one", "two", "three")] == [1, None, 3]
    assert ("one" in memory, "two" in memory, len(memory)) == (True, False, 2)


def test_a_value_is_made_once_and_taken_once():
    memory: Memory[list[int]] = Memory(2)
    first = memory.found("one", list)
    assert memory.found("one", list) is first
    assert memory.taken("one") is first
    assert memory.taken("one") is None
    assert memory.found("one", list) is not first
    memory.clear()
    assert len(memory) == 0
