-- Both extensions come with PostgreSQL (postgresql-contrib) and any role that may create objects in
-- the database may create them. Without them this migration, and so the start, ends with PostgreSQL's
-- own sentence, which names the extension.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE INDEX transactions_by_title ON transactions (owner_id, title_key COLLATE "C", position);
CREATE INDEX transactions_by_pieces ON transactions USING gin (owner_id, search gin_trgm_ops);

-- One book per account holder: the last number given to a transaction.
CREATE TABLE books (
    owner_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    last_number BIGINT NOT NULL
);

-- Those who were here before the ledger get their book and accounts now.
INSERT INTO books (owner_id, last_number) SELECT id, 0 FROM users;
INSERT INTO accounts (owner_id, id, kind, name, currency, balance, updated_at)
SELECT u.id, substr(u.id, 1, 14) || '7' || substr(gen_random_uuid()::text, 16),
       k.kind, k.name, k.currency, 0, u.created_at
FROM users u CROSS JOIN (VALUES
    ('wallet', 'Wallet', 'USD'),
    ('currency', 'US dollar account', 'USD'),
    ('currency', 'Euro account', 'EUR'),
    ('currency', 'British pound account', 'GBP'),
    ('outside', 'Outside', 'USD'),
    ('outside', 'Outside', 'EUR'),
    ('outside', 'Outside', 'GBP')
) AS k (kind, name, currency);
