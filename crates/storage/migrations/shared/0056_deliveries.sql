-- Deliveries: the files and papers of one or more licenses at an address of their own. The token is found by its hash; its
-- text is sealed, so that the address can be copied again. `days` is how long the address was good for when it was
-- opened or renewed. `completed_at` is when the last promised file was there.
CREATE TABLE deliveries (
    owner_id            TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id                  TEXT   NOT NULL,
    offer_id            TEXT,
    token_hash          TEXT   NOT NULL,
    token               {blob} NOT NULL,
    includes_newer      BIGINT NOT NULL CHECK (includes_newer IN (0, 1)),
    tickets_allowed     BIGINT NOT NULL CHECK (tickets_allowed > 0),
    days                BIGINT NOT NULL CHECK (days > 0),
    expires_at          BIGINT NOT NULL,
    completed_at        BIGINT,
    first_downloaded_at BIGINT,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX deliveries_by_token ON deliveries (owner_id, token_hash);
CREATE INDEX deliveries_by_offer ON deliveries (owner_id, offer_id) WHERE offer_id IS NOT NULL;

-- Addresses that were replaced by a new one. They lead to the question for a new link, and nowhere else.
CREATE TABLE delivery_old_links (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash  TEXT   NOT NULL,
    delivery_id TEXT   NOT NULL,
    replaced_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, token_hash),
    FOREIGN KEY (owner_id, delivery_id) REFERENCES deliveries (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX delivery_old_links_of ON delivery_old_links (owner_id, delivery_id);

CREATE TABLE delivery_licenses (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    delivery_id TEXT   NOT NULL,
    license_id  TEXT   NOT NULL,
    place       BIGINT NOT NULL,
    PRIMARY KEY (owner_id, delivery_id, license_id),
    FOREIGN KEY (owner_id, delivery_id) REFERENCES deliveries (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX delivery_licenses_by_license ON delivery_licenses (owner_id, license_id);

-- What can be downloaded. `content_id` names the bytes: a file, the license of a contract, or the sale of a receipt.
-- `source` tells files that were frozen with the license from those that were added because one was missing, later
-- versions, and papers. `sha256` and `crc32` are computed after the file came.
CREATE TABLE delivery_files (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    delivery_id  TEXT   NOT NULL,
    id           TEXT   NOT NULL,
    license_id   TEXT   NOT NULL,
    content_id   TEXT   NOT NULL,
    role         TEXT   NOT NULL,
    source       TEXT   NOT NULL CHECK (source IN ('frozen', 'added', 'newer', 'paper')),
    name         TEXT   NOT NULL,
    mime         TEXT   NOT NULL,
    size         BIGINT NOT NULL CHECK (size >= 0),
    content_hash TEXT   NOT NULL,
    sha256       TEXT,
    crc32        BIGINT,
    tickets      BIGINT NOT NULL DEFAULT 0,
    downloads    BIGINT NOT NULL DEFAULT 0,
    added_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, delivery_id, id),
    FOREIGN KEY (owner_id, delivery_id) REFERENCES deliveries (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX delivery_files_by_content
    ON delivery_files (owner_id, content_id, license_id, delivery_id, role);

-- What happened: tickets, downloads, letters and renewals. A download belongs to its ticket; `covered` are the ranges of
-- the file that were sent, as `0-500 700-900`.
CREATE TABLE delivery_events (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    delivery_id TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    at          BIGINT NOT NULL,
    detail      TEXT   NOT NULL,
    ticket_id   TEXT,
    file_id     TEXT,
    file        TEXT,
    address     TEXT,
    browser     TEXT,
    bytes       BIGINT,
    covered     TEXT,
    is_whole    BIGINT CHECK (is_whole IN (0, 1)),
    PRIMARY KEY (owner_id, delivery_id, id),
    FOREIGN KEY (owner_id, delivery_id) REFERENCES deliveries (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX delivery_events_by_ticket
    ON delivery_events (owner_id, delivery_id, ticket_id) WHERE kind = 'download';
