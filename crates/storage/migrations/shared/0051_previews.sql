-- Previews of beats: what strangers hear. One belongs to the beat's content, the voice tag and the settings it was asked
-- for with; the bytes lie in the media store under the owner's and the preview's id.
CREATE TABLE previews (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    document_id  TEXT   NOT NULL,
    content_hash TEXT   NOT NULL,
    tag          TEXT   NOT NULL,
    settings     TEXT   NOT NULL,
    state        TEXT   NOT NULL CHECK (state IN ('pending', 'ready', 'failed')),
    sentence     TEXT,
    mime         TEXT,
    size         BIGINT CHECK (size > 0),
    file_hash    TEXT,
    duration     BIGINT,
    asked_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id),
    CHECK ((state = 'failed') = (sentence IS NOT NULL)),
    CHECK (state <> 'ready' OR (mime IS NOT NULL AND size IS NOT NULL AND file_hash IS NOT NULL)),
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX previews_of ON previews (owner_id, document_id, content_hash, tag, settings);
CREATE INDEX previews_waiting ON previews (asked_at) WHERE state = 'pending';
