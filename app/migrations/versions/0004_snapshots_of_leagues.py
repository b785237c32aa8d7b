"""snapshots of leagues: derived, kept to save work

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    op.create_table('league_snapshots',
    sa.Column('league_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('part', sa.String(length=160), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('seal', sa.LargeBinary(), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['league_id'], ['leagues.id'], name=op.f('fk_league_snapshots_league_id')),
    sa.PrimaryKeyConstraint('league_id', 'part', name=op.f('pk_league_snapshots'))
    )


def downgrade() -> None:
    op.drop_table('league_snapshots')
