"""High Card, a game in a folder as a catalogue finds them: the tests of folders, grids and options are written on it."""

from pathlib import Path

from pitboss.games.game_folder import GameFolder

FOLDER = Path(__file__).parent
HIGH_CARD = GameFolder("high-card", FOLDER, __name__, FOLDER)
