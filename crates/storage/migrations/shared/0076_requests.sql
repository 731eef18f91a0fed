-- A purchase whose mailbox nobody has proved is an offer with a number below zero: it is in no list, and gets the next
-- number of the account with the right code. The hourly sweep removes old ones.
CREATE INDEX offers_unproved ON offers (created_at) WHERE number < 0;

-- The offer that the producer made from a question for a license.
ALTER TABLE share_messages ADD COLUMN offer_id TEXT;
