"""The parts that shapes share: amounts, names, what a request and an answer are, and problems."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

Money = Annotated[
    str, Field(max_length=24, pattern=r"^-?[0-9]{1,15}(\.[0-9]{1,2})?$", examples=["5.00"], description="Dollars.")
]
Amount = Annotated[
    str, Field(max_length=24, pattern=r"^[0-9]{1,12}(\.[0-9]{1,2})?$", examples=["5.00"], description="Dollars.")
]
Seat = Annotated[int, Field(ge=1, le=99)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Text = Annotated[str, Field(max_length=500)]
Seconds = Annotated[int, Field(ge=1, le=86_400)]
Options = Annotated[dict[Name, Annotated[str | int, Field(union_mode="left_to_right")]], Field(max_length=40)]
PayTables = Annotated[str, Field(max_length=100_000)]
Link = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


def is_storable(value: Any) -> bool:
    """Whether every text in a JSON value can be written as UTF-8 and holds no NUL."""
    if isinstance(value, str):
        return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return all(is_storable(key) and is_storable(each) for key, each in value.items())
    return all(map(is_storable, value)) if isinstance(value, list) else True


class Body(BaseModel):
    """A request: fields that it does not know are refused, and numbers are not read from text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, given: Any) -> Any:
        """Refuses text that no database takes."""
        if not is_storable(given):
            raise ValueError("a text holds a character that cannot be stored")
        return given


class Told(BaseModel):
    """An answer."""

    model_config = ConfigDict(extra="allow")


class Problem(BaseModel):
    """A problem of RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    code: str = Field(examples=["bet/below-step"])


class Problems(Told):
    """Every code of a problem, its meaning and its status."""

    problems: list[dict[str, Any]]


class Why(Body):
    """The reason for what is done; a note without a word is refused."""

    note: Text


class Health(Told):
    """Whether the server lives, or is ready."""

    status: str
