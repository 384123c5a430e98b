"""One module a version of the schema, each after the one that its `down_revision` names."""
