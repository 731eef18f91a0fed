-- What was listened to before has its outline from one peak of each part.
UPDATE documents SET outline = (
    SELECT lower(hex(substr(peaks, length(peaks) * 0 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 1 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 2 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 3 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 4 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 5 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 6 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 7 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 8 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 9 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 10 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 11 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 12 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 13 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 14 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 15 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 16 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 17 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 18 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 19 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 20 / 22 + 1, 1))) ||
           lower(hex(substr(peaks, length(peaks) * 21 / 22 + 1, 1)))
    FROM document_waveforms w WHERE w.owner_id = documents.owner_id AND w.document_id = documents.id AND length(peaks) >= 22
);
