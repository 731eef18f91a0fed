-- Short sounds that are laid over previews. The bytes lie in the media store under the owner's and the tag's id. Length
-- is in milliseconds.
CREATE TABLE voice_tags (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id           TEXT   NOT NULL,
    name         TEXT   NOT NULL,
    mime         TEXT   NOT NULL,
    size         BIGINT NOT NULL CHECK (size > 0),
    content_hash TEXT   NOT NULL,
    duration     BIGINT NOT NULL CHECK (duration > 0),
    is_default   BIGINT NOT NULL CHECK (is_default IN (0, 1)),
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};
CREATE UNIQUE INDEX voice_tags_default ON voice_tags (owner_id) WHERE is_default = 1;

-- How previews are made, in seconds and decibels; an account without a row uses the defaults. Without a length previews
-- are as long as the beat.
CREATE TABLE preview_settings (
    owner_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    first_after BIGINT NOT NULL CHECK (first_after BETWEEN 0 AND 60),
    every       BIGINT NOT NULL CHECK (every BETWEEN 10 AND 120),
    tag_level   BIGINT NOT NULL CHECK (tag_level BETWEEN -24 AND 6),
    duck        BIGINT NOT NULL CHECK (duck BETWEEN 0 AND 12),
    length      BIGINT CHECK (length BETWEEN 30 AND 180),
    updated_at  BIGINT NOT NULL
);
