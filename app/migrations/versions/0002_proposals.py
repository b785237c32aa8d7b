"""proposals to correct the log

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('proposals',
    sa.Column('id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('table_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('seat_id', sa.BigInteger().with_variant(sa.Integer(), 'sqlite'), nullable=False),
    sa.Column('created_at', sa.BigInteger(), nullable=False),
    sa.Column('edits', sa.JSON(), nullable=False),
    sa.Column('why', sa.String(length=200), nullable=False),
    sa.Column('decided', sa.String(length=3), nullable=True),
    sa.ForeignKeyConstraint(['seat_id'], ['seats.id'], name=op.f('fk_proposals_seat_id')),
    sa.ForeignKeyConstraint(['table_id'], ['tables.id'], name=op.f('fk_proposals_table_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_proposals'))
    )
    with op.batch_alter_table('proposals', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_proposals_table_id'), ['table_id'], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('proposals', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_proposals_table_id'))

    op.drop_table('proposals')
