-- What the contract of each line of an offer is made of, frozen when the offer is sent and with each revision: a later
-- change of the kind, the beat or the legal profile does not reach it. `facts` is a JSON object. `blocks` is the filled
-- contract as it was accepted, a JSON list; null until then.
CREATE TABLE offer_papers (
    owner_id TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    offer_id TEXT   NOT NULL,
    revision BIGINT NOT NULL,
    place    BIGINT NOT NULL,
    facts    TEXT   NOT NULL,
    blocks   TEXT,
    PRIMARY KEY (owner_id, offer_id, revision, place)
) {without_rowid};

-- The whole text that was accepted: parties, beats, terms, prices and contracts. Its SHA-256 is `text_hash`. Empty for
-- acceptances before this version.
ALTER TABLE offer_acceptances ADD COLUMN text TEXT NOT NULL DEFAULT '';

-- Whether contracts of offers state the producer's address.
ALTER TABLE legal_profiles ADD COLUMN shows_address BIGINT NOT NULL DEFAULT 0 CHECK (shows_address IN (0, 1));
