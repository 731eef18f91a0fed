-- What visitors of public pages wrote to their producers.
CREATE TABLE shop_messages (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    email      TEXT   NOT NULL,
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};

-- What producers answered by mail, to a message of a public page or of a share's link.
CREATE TABLE message_answers (
    owner_id         TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id               TEXT   NOT NULL,
    shop_message_id  TEXT,
    share_message_id TEXT,
    text             TEXT   NOT NULL,
    created_at       BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id),
    CHECK ((shop_message_id IS NULL) <> (share_message_id IS NULL)),
    FOREIGN KEY (owner_id, shop_message_id) REFERENCES shop_messages (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, share_message_id) REFERENCES share_messages (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX message_answers_of_shop ON message_answers (owner_id, shop_message_id)
    WHERE shop_message_id IS NOT NULL;
CREATE INDEX message_answers_of_share ON message_answers (owner_id, share_message_id)
    WHERE share_message_id IS NOT NULL;

-- The link of a client, which opens the page that only clients see. The token is found by its hash; its text is sealed,
-- so that the address can be copied again.
CREATE TABLE shop_links (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id  TEXT   NOT NULL,
    token_hash TEXT   NOT NULL,
    token      {blob} NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, client_id),
    FOREIGN KEY (owner_id, client_id) REFERENCES beneficiaries (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX shop_links_by_token ON shop_links (owner_id, token_hash);
