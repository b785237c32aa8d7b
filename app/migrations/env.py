"""Alembic's entry: runs on the app's own engine, in batch mode so that SQLite can change columns too."""

from __future__ import annotations

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db

with database.engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=database.metadatas[None],
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
