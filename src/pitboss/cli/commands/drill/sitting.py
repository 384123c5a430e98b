"""One sitting of a drill: questions as lines, answers graded, the score at the end."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped, wrapped
from pitboss.cli.progress import working
from pitboss.cli.table_view.coaching import Asked, Coach, Coaching
from pitboss.cli.table_view.keys import Menu, menu_of
from pitboss.cli.table_view.layout import Layout
from pitboss.cli.table_view.prompts import Prompts
from pitboss.cli.table_view.typed import LeaveError
from pitboss.cli.words import plural, theme_words
from pitboss.coach.drill import SEAT, Question, Questions, drill_name
from pitboss.coach.grade import Grade, grade
from pitboss.coach.scores import ScoreFile, Sitting
from pitboss.core.errors import FormatError, PitbossError
from pitboss.core.game import Answer
from pitboss.core.money import amount_words
from pitboss.core.script import NeedChoice


@dataclass
class DrillSitting:
    """A person at a drill: the questions, where the score is kept, and how lines are laid out."""

    questions: Questions
    file: ScoreFile
    layout: Layout
    count: int
    grades: list[Grade] = field(default_factory=list)
    """The answers that counted."""
    has_peeked: bool = False
    """Whether the values of the current question were shown before it was answered."""

    def __post_init__(self) -> None:
        self.game = self.questions.game
        self.name = drill_name(self.game)
        self.coaching = Coaching(Coach.ASK, self.layout)
        self.prompts = Prompts(self.game, self.print_score)
        self.before = self.file.scores(self.name).sittings

    def run(self) -> None:
        """Asks question after question until all are answered or the player leaves; then prints the score.

        Ctrl-C leaves as well, with the score in one line.
        """
        reason = ""
        try:
            self.welcome()
            for number in range(1, self.count + 1):
                self.ask(number, self.next_question())
        except LeaveError as left:
            reason = str(left)  # Empty unless a pipe gave too many answers that were refused.
        except KeyboardInterrupt:
            score = self._score_words(self.sitting) if self.grades else "no answer counted."
            raise KeyboardInterrupt(f"Stopped after {plural(len(self.grades), 'question')}: {score}") from None
        finally:
            self.keep()
        print()
        self.print_score()
        self.print_warning()
        if reason:
            raise FormatError(reason)

    def welcome(self) -> None:
        """Prints what is asked here, and how to answer."""
        print_wrapped(f"Drill: {plural(self.count, 'close decision')}.", first=bold(self.game.title) + "   ")
        if theme := theme_words(self.game):
            print_wrapped(theme)
        bets = self.layout.bets(self.questions.bets)
        print("\n".join(wrapped(["Each", "with", *bets[:-1], bets[-1] + "."], rest="  ")))
        due = len(self.file.scores(self.name).due())
        if due:
            print_wrapped(f"{plural(due, 'decision')} misplayed before {'is' if due == 1 else 'are'} due again.")
        self.print_warning()
        print_wrapped("? shows what each choice is worth, and then the answer does not count. h is help, q leaves.")

    def print_warning(self) -> None:
        """Prints, once, that a damaged score was set aside, or that the score cannot be kept."""
        if self.file.warning:
            print_wrapped(f"Attention: {self.file.warning}.")
            self.file.warning = ""

    def next_question(self) -> Question:
        """The misplayed decision that has been due the longest, or a close one from fresh hands."""
        with working(self.game.name):
            for decision in self.file.scores(self.name).due():
                question = self.questions.again(decision)
                if question:
                    return question
                self.file.change(self.name, lambda scores, gone=decision: scores.without(gone))
            return self.questions.fresh()

    def ask(self, number: int, question: Question) -> None:
        """Asks one question, and prints what the answer was worth."""
        again = "   misplayed before" if question.is_repeat else ""
        print(f"\n{bold(f'Question {number} of {self.count}')}{again}")
        for pile in question.played.view(SEAT).piles:
            if pile.cards is not None:
                self.layout.print_pile(pile.pile, pile.seat, pile.count, pile.cards, pile.words)
        self.coaching.begin_round()
        self.has_peeked = False
        answer = self.answer_to(question)
        given = grade(question.advice, answer)
        print_wrapped(self.coaching.grade_words(given), first="  ", rest="    ")
        if self.has_peeked:
            print_wrapped("You saw the values first, so this answer does not count.")
            return
        self.coaching.print_value(Asked(question.played, SEAT))
        self.grades.append(given)
        self.file.change(self.name, lambda scores: scores.after(question.decision, not given.lost_cents))

    def answer_to(self, question: Question) -> Answer:
        """Asks until an answer is one of the legal ones."""
        need = question.played.need()
        assert isinstance(need, NeedChoice)
        offered = menu_of(question.played, SEAT)

        def print_value() -> None:
            self.has_peeked = True
            self.coaching.print_value(Asked(question.played, SEAT))

        while True:
            answer = self.prompts.hear_choice(
                offered, self.layout, SEAT, print_help=partial(self.print_help, offered), print_value=print_value
            )
            try:
                option = offered.read(answer)
                offered.check(option)
            except PitbossError as error:
                self.prompts.not_taken(answer, error)
                continue
            if option in need.legal[SEAT]:
                self.prompts.taken()
                return option
            self.prompts.not_taken(answer, f"{self.layout.option(need.name, option)} is not open to you here")

    def print_help(self, offered: Menu) -> None:
        """Prints what may be typed."""
        answer = "Type a card, such as 3s, or the letter" if offered.names_cards else "Type the letter"
        score = "session" if "s" in offered.letters else "s"
        print_wrapped(
            f"{answer} in brackets, and Enter. ? shows the value of each choice, and then the answer does not count; "
            f"{score} is the score so far, i the rules, t the pay tables, q leaves."
        )

    @property
    def sitting(self) -> Sitting:
        """The result so far."""
        unit = self.questions.bets[self.game.main_wagers[0]]
        return Sitting(len(self.grades), sum(not each.lost_cents for each in self.grades), self.lost_cents / unit)

    @property
    def lost_cents(self) -> Fraction:
        """The EV that the answers gave up."""
        return sum((each.lost_cents for each in self.grades), Fraction(0))

    def keep(self) -> None:
        """Keeps the sitting, if anything was answered."""
        if self.grades:
            self.file.change(self.name, lambda scores: scores.after_sitting(self.sitting))

    def print_score(self) -> None:
        """Prints this sitting beside the earlier ones."""
        now = self.sitting
        if not now.questions:
            print("No answer counted.")
        else:
            lost = f"You gave up {amount_words(self.lost_cents)} in all."
            print_wrapped(f"{self._score_words(now)} {lost}", first="This sitting: ")
        if self.before:
            whole = Sitting(
                sum(each.questions for each in self.before),
                sum(each.right for each in self.before),
                sum((each.lost for each in self.before), Fraction(0)),
            )
            print_wrapped(self._score_words(whole), first=f"Before, in {plural(len(self.before), 'sitting')}: ")

    def _score_words(self, sitting: Sitting) -> str:
        """`18 of 20 best (90 %), 0.21 % of the main bet lost per question.`"""
        share = f"{float(Fraction(sitting.right, sitting.questions)):.0%}".replace("%", " %")
        lost = f"{float(sitting.lost / sitting.questions):.2%}".replace("%", " %")
        return f"{sitting.right} of {sitting.questions} best ({share}), {lost} of the main bet lost per question."
