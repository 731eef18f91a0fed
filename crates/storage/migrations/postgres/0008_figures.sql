-- A beat that is sold was so since it was last changed, as far as anyone knows.
INSERT INTO beat_stock_changes (owner_id, day, change)
SELECT owner_id, day, CAST(SUM(change) AS BIGINT) FROM (
    SELECT owner_id,
           to_char(to_timestamp(uploaded_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
           1 AS change
    FROM documents WHERE category = 'beat'
    UNION ALL
    SELECT owner_id, to_char(to_timestamp(updated_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), -1
    FROM documents WHERE category = 'beat' AND status = 'Sold'
) AS changes
GROUP BY owner_id, day;
