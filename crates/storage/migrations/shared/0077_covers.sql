-- The current artwork of a beat is its cover: a job for each beat that has artwork already.
INSERT INTO jobs (owner_id, id, kind, lane, payload, state, run_at, attempts, max_attempts, created_at)
SELECT owner_id, id, 'long-cover', 1, document_id, 'queued', created_at, 0, 4, created_at
FROM document_files WHERE role = 'artwork' AND is_current = 1;
