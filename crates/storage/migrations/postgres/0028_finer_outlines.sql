UPDATE documents SET outline = (
    SELECT string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
        get_byte(w.peaks, length(w.peaks) * part / 96) / 4 + 1, 1), '' ORDER BY part)
    FROM document_waveforms w CROSS JOIN generate_series(0, 95) AS part
    WHERE w.owner_id = documents.owner_id AND w.document_id = documents.id AND length(w.peaks) > 0);
