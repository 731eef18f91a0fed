-- What a license of a kind costs for a beat, where that is not what the kind says: an own price, or no price if
-- the kind is not offered for the beat.
CREATE TABLE beat_prices (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id TEXT   NOT NULL,
    kind_id     TEXT   NOT NULL,
    price       BIGINT CHECK (price >= 0),
    currency    TEXT,
    PRIMARY KEY (owner_id, document_id, kind_id),
    CHECK ((price IS NULL) = (currency IS NULL)),
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, kind_id) REFERENCES license_kinds (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX beat_prices_by_kind ON beat_prices (owner_id, kind_id);
