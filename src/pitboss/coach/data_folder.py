"""The folder in which a player's scores and the name of the last log are kept between sittings."""

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The program's part of the user's data folder, such as `~/.local/share/pitboss`."""
    return platformdirs.user_data_path("pitboss", appauthor=False)
