"""A hand whose cards nobody has named: a rule that looks at it raises an error."""

from typing import NoReturn

from pitboss.core.errors import UnseenCardsError


class UnseenHand:
    """Stands for a hand in the arguments of a rule; every use of it raises, so no answer can depend on it."""

    def __init__(self, pile: str, seat: int, count: int, sentence: str) -> None:
        self.pile, self.seat, self.count, self.sentence = pile, seat, count, sentence

    def look(self, *_: object) -> NoReturn:
        """Refuses to be looked at."""
        raise UnseenCardsError(self.sentence, self.pile, self.seat, self.count)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __floordiv__ = look
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = look
    __rrshift__ = __invert__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __index__ = look
    __eq__ = __ne__ = __hash__ = __str__ = __format__ = look
