-- The public page of a producer. Without a row there is none. `embed_hosts` has hosts with spaces between. `hidden_at` is
-- set by the operator.
CREATE TABLE shops (
    owner_id       TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    handle         TEXT,
    is_on          BIGINT NOT NULL CHECK (is_on IN (0, 1)),
    words          TEXT   NOT NULL,
    show_sold      TEXT   NOT NULL CHECK (show_sold IN ('hide', 'struck')),
    show_email     BIGINT NOT NULL CHECK (show_email IN (0, 1)),
    show_phone     BIGINT NOT NULL CHECK (show_phone IN (0, 1)),
    show_place     BIGINT NOT NULL CHECK (show_place IN (0, 1)),
    show_platforms BIGINT NOT NULL CHECK (show_platforms IN (0, 1)),
    embed_hosts    TEXT   NOT NULL,
    hidden_at      BIGINT,
    updated_at     BIGINT NOT NULL
);
CREATE UNIQUE INDEX shops_by_handle ON shops (handle);

-- Handles that were given up. For 90 days they lead to the new one, and nobody else can take them.
CREATE TABLE shop_handles (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    handle      TEXT   NOT NULL,
    given_up_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, handle)
) {without_rowid};
CREATE INDEX shop_handles_by_handle ON shop_handles (handle, given_up_at);

-- Whether a beat is shown on its producer's public page.
ALTER TABLE documents ADD COLUMN is_public BIGINT NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1));
CREATE INDEX documents_public ON documents (owner_id, id) WHERE is_public = 1;
