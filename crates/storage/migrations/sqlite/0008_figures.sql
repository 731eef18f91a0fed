-- A beat that is sold was so since it was last changed, as far as anyone knows.
INSERT INTO beat_stock_changes (owner_id, day, change)
SELECT owner_id, day, SUM(change) FROM (
    SELECT owner_id, strftime('%Y-%m-%d', uploaded_at / 1000, 'unixepoch') AS day, 1 AS change
    FROM documents WHERE category = 'beat'
    UNION ALL
    SELECT owner_id, strftime('%Y-%m-%d', updated_at / 1000, 'unixepoch'), -1
    FROM documents WHERE category = 'beat' AND status = 'Sold'
)
GROUP BY owner_id, day;
