-- What stands for an account in the addresses of public pages: 16 random bytes. An account gets it with its first link.
ALTER TABLE users ADD COLUMN public_id TEXT;
CREATE UNIQUE INDEX users_by_public_id ON users (public_id);

-- Beats that a producer shows to people without an account: a title, a message and the beats in their order. A beat that
-- was sold stays if `keeps_sold` says so.
CREATE TABLE shares (
    owner_id   TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    message    TEXT   NOT NULL,
    keeps_sold BIGINT NOT NULL CHECK (keeps_sold IN (0, 1)),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id)
) {without_rowid};

CREATE TABLE share_beats (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    share_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    place       BIGINT NOT NULL,
    PRIMARY KEY (owner_id, share_id, document_id),
    FOREIGN KEY (owner_id, share_id) REFERENCES shares (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_beats_by_beat ON share_beats (owner_id, document_id);

-- The links of a share, one for each recipient. The token is found by its hash; its text is sealed, so that the address
-- can be copied again. `expires_on` is the last day. The figures of all beats of the link are added up here: `heard` is
-- how far each play got, in thousandths, and `fetched` counts downloads. `search` is what a search looks at, folded.
CREATE TABLE share_links (
    owner_id        TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id              TEXT   NOT NULL,
    share_id        TEXT   NOT NULL,
    token_hash      TEXT   NOT NULL,
    token           {blob} NOT NULL,
    client_id       TEXT,
    name            TEXT   NOT NULL,
    email           TEXT   NOT NULL,
    password_hash   TEXT,
    expires_on      TEXT,
    downloads       TEXT   NOT NULL CHECK (downloads IN ('none', 'preview', 'mp3', 'wav', 'all files')),
    shows_prices    BIGINT NOT NULL CHECK (shows_prices IN (0, 1)),
    takes_messages  BIGINT NOT NULL CHECK (takes_messages IN (0, 1)),
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    stopped_at      BIGINT,
    opened          BIGINT NOT NULL DEFAULT 0,
    people          BIGINT NOT NULL DEFAULT 0,
    plays           BIGINT NOT NULL DEFAULT 0,
    seconds         BIGINT NOT NULL DEFAULT 0,
    heard           BIGINT NOT NULL DEFAULT 0,
    fetched         BIGINT NOT NULL DEFAULT 0,
    hearts          BIGINT NOT NULL DEFAULT 0,
    messages        BIGINT NOT NULL DEFAULT 0,
    first_played_at BIGINT,
    last_seen_at    BIGINT,
    search          TEXT   NOT NULL,
    PRIMARY KEY (owner_id, id),
    FOREIGN KEY (owner_id, share_id) REFERENCES shares (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE UNIQUE INDEX share_links_by_token ON share_links (owner_id, token_hash);
CREATE INDEX share_links_by_share ON share_links (owner_id, share_id, id);
CREATE INDEX share_links_by_client ON share_links (owner_id, client_id, id) WHERE client_id IS NOT NULL;
CREATE INDEX share_links_by_last_day ON share_links (owner_id, expires_on) WHERE stopped_at IS NULL;

-- The figures of each beat of a link. `reached` has a number for each of fifty parts of the beat: how many plays got
-- there.
CREATE TABLE share_figures (
    owner_id     TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    link_id      TEXT   NOT NULL,
    document_id  TEXT   NOT NULL,
    people       BIGINT NOT NULL DEFAULT 0,
    plays        BIGINT NOT NULL DEFAULT 0,
    seconds      BIGINT NOT NULL DEFAULT 0,
    heard        BIGINT NOT NULL DEFAULT 0,
    reached      TEXT   NOT NULL DEFAULT '',
    fetched      BIGINT NOT NULL DEFAULT 0,
    hearts       BIGINT NOT NULL DEFAULT 0,
    last_seen_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, link_id, document_id),
    FOREIGN KEY (owner_id, link_id) REFERENCES share_links (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_figures_by_beat ON share_figures (owner_id, document_id);

-- Hearts. `listener` is the hash of a random number in a listener's cookie.
CREATE TABLE share_hearts (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    link_id     TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    listener    TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, link_id, document_id, listener),
    FOREIGN KEY (owner_id, link_id) REFERENCES share_links (owner_id, id) ON DELETE CASCADE,
    FOREIGN KEY (owner_id, document_id) REFERENCES documents (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_hearts_by_beat ON share_hearts (owner_id, document_id);

-- What listeners wrote: notes on a beat, and questions for a license of it. They keep the beat's title.
CREATE TABLE share_messages (
    owner_id        TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id              TEXT   NOT NULL,
    link_id         TEXT   NOT NULL,
    kind            TEXT   NOT NULL CHECK (kind IN ('note', 'ask')),
    document_id     TEXT,
    title           TEXT   NOT NULL,
    listener        TEXT   NOT NULL,
    name            TEXT   NOT NULL,
    email           TEXT   NOT NULL,
    license_kind_id TEXT,
    license_kind    TEXT   NOT NULL,
    text            TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (owner_id, id),
    FOREIGN KEY (owner_id, link_id) REFERENCES share_links (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_messages_by_link ON share_messages (owner_id, link_id, id);

-- Who was there today, so that people are counted once: hashes under a key of the day. Both go with the day. A row
-- without a beat counts for the whole link.
CREATE TABLE share_visitors (
    owner_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    link_id     TEXT NOT NULL,
    document_id TEXT NOT NULL,
    visitor     TEXT NOT NULL,
    day         TEXT NOT NULL,
    PRIMARY KEY (owner_id, link_id, document_id, visitor),
    FOREIGN KEY (owner_id, link_id) REFERENCES share_links (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_visitors_by_day ON share_visitors (day);

CREATE TABLE visitor_keys (
    day TEXT   NOT NULL PRIMARY KEY,
    key {blob} NOT NULL
);

-- Plays of the last day, which may still go on: how many seconds, how far in thousandths, and the second it is at. The id
-- is a random number of the page and the beat.
CREATE TABLE share_listens (
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    link_id     TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    seconds     BIGINT NOT NULL,
    heard       BIGINT NOT NULL,
    position    BIGINT NOT NULL,
    started_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, link_id, id),
    FOREIGN KEY (owner_id, link_id) REFERENCES share_links (owner_id, id) ON DELETE CASCADE
) {without_rowid};
CREATE INDEX share_listens_by_start ON share_listens (started_at);
