UPDATE documents SET outline = (
    WITH RECURSIVE part (number, drawn, digits) AS (
        SELECT 0, '', hex(w.peaks) FROM document_waveforms w
        WHERE w.owner_id = documents.owner_id AND w.document_id = documents.id AND length(w.peaks) > 0
        UNION ALL
        SELECT number + 1, drawn || substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
            (instr('0123456789ABCDEF', substr(digits, length(digits) / 2 * number / 96 * 2 + 1, 1)) - 1) * 4
            + (instr('0123456789ABCDEF', substr(digits, length(digits) / 2 * number / 96 * 2 + 2, 1)) - 1) / 4 + 1, 1),
            digits
        FROM part WHERE number < 96)
    SELECT drawn FROM part WHERE number = 96);
