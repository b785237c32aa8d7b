"""The baseline: the same server, framework, database and durability, one row inserted and committed per POST."""

from __future__ import annotations

import sys


def main(port: int, path: str) -> None:
    from gevent import monkey

    monkey.patch_all()
    import sqlalchemy as sa
    from flask import Flask, jsonify, request
    from flask_sqlalchemy import SQLAlchemy

    from app import serving
    from app.tables import store

    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
    db = SQLAlchemy(app)

    class Row(db.Model):  # type: ignore[name-defined,misc]
        id = sa.Column(sa.Integer, primary_key=True)
        key = sa.Column(sa.String(64), unique=True)
        body = sa.Column(sa.JSON)

    with app.app_context():
        store.prepare(db.engine)
        db.create_all()

    @app.post("/row")
    def row() -> object:
        data = request.get_json()
        made = Row(key=data["key"], body=data)
        db.session.add(made)
        db.session.commit()
        return jsonify({"id": made.id})

    serving.serve_cooperatively(app, "127.0.0.1", port)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
