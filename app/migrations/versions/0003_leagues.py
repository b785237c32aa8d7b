"""leagues: lines, keys, tables that count, files on their way in

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), 'sqlite')


def upgrade() -> None:
    op.create_table('leagues',
    sa.Column('id', ROW_ID, nullable=False),
    sa.Column('slug', sa.String(length=48), nullable=False),
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('created_at', sa.BigInteger(), nullable=False),
    sa.Column('opened_by', ROW_ID, nullable=True),
    sa.Column('organiser_hash', sa.String(length=64), nullable=False),
    sa.Column('second_hash', sa.String(length=64), nullable=True),
    sa.Column('member_hash', sa.String(length=64), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_leagues')),
    sa.UniqueConstraint('slug', name=op.f('uq_leagues_slug'))
    )
    op.create_table('league_lines',
    sa.Column('league_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('seq', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('by', sa.String(length=60), nullable=False),
    sa.Column('kind', sa.String(length=24), nullable=False),
    sa.Column('key', sa.String(length=64), nullable=False),
    sa.Column('body', sa.JSON(), nullable=False),
    sa.ForeignKeyConstraint(['league_id'], ['leagues.id'], name=op.f('fk_league_lines_league_id')),
    sa.PrimaryKeyConstraint('league_id', 'seq', name=op.f('pk_league_lines')),
    sa.UniqueConstraint('league_id', 'key', name=op.f('uq_league_lines_league_id_key'))
    )
    op.create_table('league_keys',
    sa.Column('league_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('phone_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('role', sa.String(length=12), nullable=False),
    sa.Column('key_hash', sa.String(length=64), nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['league_id'], ['leagues.id'], name=op.f('fk_league_keys_league_id')),
    sa.ForeignKeyConstraint(['phone_id'], ['phones.id'], name=op.f('fk_league_keys_phone_id')),
    sa.PrimaryKeyConstraint('league_id', 'phone_id', 'role', name=op.f('pk_league_keys'))
    )
    with op.batch_alter_table('league_keys', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_league_keys_phone_id'), ['phone_id'], unique=False)
    op.create_table('league_tables',
    sa.Column('table_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('league_id', ROW_ID, autoincrement=False, nullable=False),
    sa.Column('result', sa.String(length=60), nullable=True),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['league_id'], ['leagues.id'], name=op.f('fk_league_tables_league_id')),
    sa.ForeignKeyConstraint(['table_id'], ['tables.id'], name=op.f('fk_league_tables_table_id')),
    sa.PrimaryKeyConstraint('table_id', 'league_id', name=op.f('pk_league_tables'))
    )
    with op.batch_alter_table('league_tables', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_league_tables_league_id'), ['league_id'], unique=False)
    op.create_table('league_files',
    sa.Column('id', sa.String(length=64), nullable=False),
    sa.Column('league_id', ROW_ID, nullable=False),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.Column('data', sa.LargeBinary(), nullable=False),
    sa.ForeignKeyConstraint(['league_id'], ['leagues.id'], name=op.f('fk_league_files_league_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_league_files'))
    )
    with op.batch_alter_table('league_files', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_league_files_league_id'), ['league_id'], unique=False)


def downgrade() -> None:
    for table in ('league_files', 'league_tables', 'league_keys', 'league_lines', 'leagues'):
        op.drop_table(table)
