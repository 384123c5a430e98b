"""The schema and its migrations: a database of any version ends with the tables that the program knows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pitboss.core.errors import OptionError, StoreError
from pitboss.table import schema
from pitboss.table.records import Head, Person, Played
from pitboss.table.sql_engine import begun, database_name, database_url, migrate, revision_of
from pitboss.table.sql_store import SqlStore
from tests.support import postgres


def revisions() -> list[str]:
    """Every migration from the first to the newest."""
    config = Config()
    config.set_main_option("script_location", "pitboss.table:migrations")
    config.set_main_option("path_separator", "os")
    return [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()][::-1]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that is empty."""
    if request.param == "sqlite":
        yield str(tmp_path / "new.db")
    else:
        with postgres.database(is_empty=True) as made:
            yield made


def differences(connection: sa.Connection, wanted: sa.MetaData = schema.METADATA) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return [each for each in compare_metadata(context, wanted) if "alembic_version" not in str(each)]


def test_the_newest_migration_is_the_one_that_the_schema_names():
    assert revisions()[-1] == schema.HEAD_REVISION


def test_migrations_end_with_the_schema(url: str):
    """From the first migration on, one after the other; alembic finds nothing that the schema has otherwise."""
    found = database_url(url)
    for revision in revisions():
        migrate(found, revision)
    with begun(found) as connection:
        assert revision_of(connection) == schema.HEAD_REVISION
        assert differences(connection) == []
        assert checks(connection) == {"ck_balances_wallet", "ck_head_single"}
    store = SqlStore(url)
    with store.transaction() as transaction:
        assert transaction.head() == Head(0, 0, "0" * 64)
    store.close()


def checks(connection: sa.Connection) -> set[str | None]:
    """Check constraints, which alembic does not compare."""
    inspected = sa.inspect(connection)
    return {each["name"] for table in inspected.get_table_names() for each in inspected.get_check_constraints(table)}


def test_a_column_that_no_migration_makes_is_found(url: str):
    migrate(database_url(url))
    changed = sa.MetaData(naming_convention=schema.METADATA.naming_convention)
    for table in schema.METADATA.sorted_tables:
        table.to_metadata(changed)
    changed.tables["persons"].append_column(sa.Column("forgotten", sa.Text))
    with begun(database_url(url)) as connection:
        assert "forgotten" in str(differences(connection, changed))


def test_records_outlive_the_migrations_after_them(url: str):
    """From the first released schema: what was written then is there, with its books, when all migrations are done."""
    found = database_url(url)
    migrate(found, revisions()[0])
    with begun(found) as connection:
        connection.exec_driver_sql(
            "INSERT INTO persons (id, name, role, made_ms, disabled, name_key)"
            " VALUES ('a_1', 'Ann', 'player', 5, false, 'ann')"
        )
        connection.exec_driver_sql("INSERT INTO balances VALUES ('wallet/a_1', 100)")
        connection.exec_driver_sql("INSERT INTO tables VALUES ('t_1', '{}', 'a_1', false, 'open', 0, '{}', NULL)")
        connection.exec_driver_sql("INSERT INTO played VALUES ('t_1', 'a_1', 'ante', 3, 700, 900, -100, '250000')")
    store = SqlStore(url)
    assert store.persons() == [Person("a_1", "Ann", "player", None, 5)]
    assert store.list_accounts() == {"wallet/a_1": 100}
    assert store.list_played("t_1") == [Played("t_1", "a_1", "ante", 3, 700, 900, -100, 250_000, None)]
    store.close()


def test_a_database_of_a_newer_version_is_refused(url: str):
    migrate(database_url(url))
    with begun(database_url(url)) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer version: its schema is 9999"):
        SqlStore(url)


def test_a_database_of_somebody_else_is_refused(url: str):
    with begun(database_url(url)) as connection:
        connection.exec_driver_sql("CREATE TABLE songs (id INTEGER)")
    with pytest.raises(StoreError, match="not Pitboss's"):
        SqlStore(url)
    with begun(database_url(url)) as connection:
        assert sa.inspect(connection).get_table_names() == ["songs"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("tables.db", "'tables.db'"),
        ("sqlite:///folder/a b.db", "'folder/a b.db'"),
        ("postgresql://ann:secret@db.example:5433/pit", "the database 'pit' at db.example:5433"),
        ("postgresql:///pit?host=/run/pg", "the database 'pit' at /run/pg"),
    ],
)
def test_databases_are_named_without_password(text: str, name: str):
    assert database_name(database_url(text)) == name


@pytest.mark.parametrize(
    "text", ["mysql://ann:secret@x/y", "sqlite://", "sqlite:///:memory:", "postgresql://a:secret@b:port/c"]
)
def test_other_urls_are_refused_without_their_password(text: str):
    with pytest.raises(OptionError) as caught:
        database_url(text)
    assert "secret" not in str(caught.value)
