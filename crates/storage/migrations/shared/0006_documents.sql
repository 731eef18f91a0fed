-- Beats and videos. The bytes lie in the media store under the owner's and the item's id; here is what is
-- known about them. Tempo is in hundredths, length in milliseconds, loudness in hundredths of a LUFS,
-- confidence in thousandths; where a list sorts by one, 0 means that it is not known.

CREATE TABLE documents (
    owner_id       TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id             TEXT   NOT NULL,
    title          TEXT   NOT NULL,
    file_name      TEXT   NOT NULL,
    mime           TEXT   NOT NULL,
    size           BIGINT NOT NULL CHECK (size > 0),
    category       TEXT   NOT NULL CHECK (category IN ('beat', 'video')),
    content_hash   TEXT   NOT NULL,
    status         TEXT   NOT NULL CHECK (status IN ('Available', 'Sold')),
    genre          TEXT,
    price          BIGINT CHECK (price >= 0),
    tags           TEXT   NOT NULL,
    bpm            BIGINT NOT NULL CHECK (bpm >= 0),
    bpm_confidence BIGINT,
    musical_key    TEXT,
    key_confidence BIGINT,
    duration       BIGINT NOT NULL CHECK (duration >= 0),
    loudness       BIGINT,
    artist         TEXT,
    analysis       TEXT   NOT NULL CHECK (analysis IN ('pending', 'done', 'failed')),
    analysis_error TEXT,
    thumbnail      TEXT,
    uploaded_at    BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    title_key      TEXT   NOT NULL,
    genre_key      TEXT   NOT NULL,
    search         TEXT   NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE INDEX documents_by_content ON documents (owner_id, content_hash);
CREATE INDEX documents_by_category ON documents (owner_id, category, id);
CREATE INDEX documents_by_size ON documents (owner_id, size, id);
CREATE INDEX documents_by_bpm ON documents (owner_id, bpm, id);
CREATE INDEX documents_by_duration ON documents (owner_id, duration, id);
CREATE INDEX documents_waiting ON documents (uploaded_at) WHERE analysis = 'pending';

-- The shape of the sound, apart from the row: lists do not draw it. A byte for each peak.
CREATE TABLE document_waveforms (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id TEXT   NOT NULL,
    peaks       {blob} NOT NULL,
    PRIMARY KEY (owner_id, document_id),
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
