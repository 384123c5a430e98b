"""A client generated from an OpenAPI document alone: one method for each operation, and answers checked against it.

What it cannot know from the document it does not know: no path, no header and no field is written here.
"""

import keyword
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import jsonschema

METHODS = ("get", "put", "post", "delete", "patch")
METHOD = '''
    def {name}(self{parameters}):
        """{summary}"""
        return self._ask({operation!r}, {method!r}, {path!r}, {given})
'''


class Answered:
    """The status and the body of an answer."""

    def __init__(self, status: int, body: Any) -> None:
        self.status, self.body = status, body

    def __getitem__(self, name: str) -> Any:
        return self.body[name]


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every operation of a document: path, method, and what is said of it."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def python_name(text: str) -> str:
    """A name as Python writes it: `client_seed` for `client-seed`."""
    name = re.sub(r"\W+", "_", text).strip("_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def source(document: dict[str, Any]) -> str:
    """The text of a Python class with a method for each operation of a document."""
    parts = ["class Generated(Base):"]
    for path, method, operation in operations(document):
        required, optional = [], []
        for parameter in operation.get("parameters", ()):
            (required if parameter.get("required") else optional).append(parameter["name"])
        body = operation.get("requestBody")
        names = [python_name(each) for each in required]
        names += ["body"] if body and body.get("required") else []
        names += [f"{python_name(each)}=None" for each in optional]
        names += ["body=None"] if body and not body.get("required") else []
        pairs = ", ".join(f"{each!r}: {python_name(each)}" for each in (*required, *optional))
        given = f"{{{pairs}}}, {'body' if body else None}"
        parts.append(
            METHOD.format(
                name=python_name(operation["operationId"]),
                parameters="".join(f", {each}" for each in names),
                summary=operation.get("summary", "").replace('"', "'"),
                operation=operation["operationId"],
                method=method,
                path=path,
                given=given,
            )
        )
    return "\n".join(parts)


class Base:
    """What every generated client has: requests as the document describes them, and answers checked against it."""

    document: dict[str, Any]

    def __init__(self, url: str, token: str | None = None, transport: httpx2.BaseTransport | None = None) -> None:
        self.token = token
        self.http = httpx2.Client(base_url=url, transport=transport, timeout=120)
        self.by_id = {each["operationId"]: each for _, _, each in operations(self.document)}

    def _ask(self, operation: str, method: str, path: str, given: dict[str, Any], body: Any) -> Answered:
        told = self.by_id[operation]
        places = {each["name"]: each["in"] for each in told.get("parameters", ())}
        by_place: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}, "cookie": {}}
        for name, value in given.items():
            if value is not None:
                by_place[places[name]][name] = value
        headers = {name: str(value) for name, value in by_place["header"].items()}
        if self.token and told.get("security"):
            headers["Authorization"] = f"Bearer {self.token}"
        address = path.format(**by_place["path"])
        response = self.http.request(method, address, params=by_place["query"], headers=headers, json=body)
        return self._checked(operation, told, response)

    def _checked(self, operation: str, told: dict[str, Any], response: httpx2.Response) -> Answered:
        """The answer; the document must have its status and its media type, and its body must have its shape."""
        described = told["responses"].get(str(response.status_code)) or told["responses"].get("default")
        assert described, f"{operation} answered {response.status_code}, which the document does not have"
        if "$ref" in described:
            described = _followed(self.document, described["$ref"])
        media = response.headers.get("content-type", "").partition(";")[0]
        if not described.get("content"):
            return Answered(response.status_code, None)
        assert media in described["content"], f"{operation}: {media} is not one of {list(described['content'])}"
        body = response.json() if media.endswith("json") else response.text
        shape = described["content"][media].get("schema", {})
        validator = jsonschema.Draft202012Validator({**shape, "components": self.document.get("components", {})})
        validator.validate(body)
        return Answered(response.status_code, body)


def _followed(document: dict[str, Any], reference: str) -> Any:
    found: Any = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def generated(document: dict[str, Any]) -> type[Any]:
    """The class of clients that a document describes."""
    scope: dict[str, Any] = {"Base": Base}
    exec(source(document), scope)
    made = scope["Generated"]
    made.document = document
    return made
