//! Where an archive holds the rows of each table of an account, and which tables it leaves out and why. A test compares
//! both lists with the database, so that a new table cannot be forgotten.

/// A table, and the file of the archive with its rows: a list, or the list at a path inside `account.json`.
pub const HELD: &[(&str, &str)] = &[
    ("accounts", "account.json/accounts"),
    ("applications", "applications.json"),
    ("avatars", "avatar.*"),
    ("beat_prices", "beat-prices.json"),
    ("beneficiaries", "clients.json"),
    ("cards", "account.json/cards"),
    ("document_files", "beat-files.json"),
    ("documents", "beats.json"),
    ("goals", "goals.json"),
    ("license_events", "license-events.json"),
    ("license_files", "license-files.json"),
    ("license_kinds", "license-kinds.json"),
    ("license_texts", "license-texts.json"),
    ("licenses", "licenses.json"),
    ("notifications", "notifications.json"),
    ("passkeys", "account.json/passkeys"),
    ("reservations", "reservations.json"),
    ("sales", "sales.json"),
    ("security_log", "security-log.json"),
    ("sessions", "account.json/sessions"),
    ("transactions", "transactions.json"),
    ("voice_tags", "voice-tags.json"),
];

/// Also held, though not row by row: the legal profile, the settings of previews and of the account with their
/// defaults, and the studio's logo.
pub const HELD_AS_A_WHOLE: &[(&str, &str)] = &[
    ("legal_profiles", "account.json/legal_profile"),
    ("preview_settings", "account.json/preview_settings"),
    ("settings", "account.json/settings"),
    ("studio_logos", "studio-logo.jpg"),
];

pub const LEFT_OUT: &[(&str, &str)] = &[
    ("archives", "files made on request, this one among them"),
    ("beat_stock_changes", "added up from the beats"),
    ("books", "the turn at posting, without content"),
    ("card_pins", "a hash that opens the cards"),
    ("document_totals", "added up from the beats"),
    ("document_waveforms", "measured from the media files"),
    ("email_confirmations", "hashes of links in letters"),
    ("exports", "files made on request"),
    ("file_totals", "added up from the files of the beats"),
    ("genre_names", "the genres of the beats, by their spelling"),
    ("idempotency_keys", "answers kept for a day for repeated requests"),
    ("jobs", "work that waits, with sealed letters"),
    ("kept_files", "files that were deleted and stay for their buyers"),
    ("license_totals", "added up from the licenses"),
    ("notification_counters", "the number of the last notification"),
    ("password_resets", "hashes of links in letters"),
    ("postings", "both sides of each transaction, of the same amount"),
    ("previews", "made of the beats and the voice tags"),
    ("recovery_codes", "hashes that open the account"),
    ("reminders", "what has been reminded of"),
    ("sale_buyer_totals", "added up from the sales"),
    ("sale_buyer_years", "added up from the sales"),
    ("sale_genre_totals", "added up from the sales"),
    ("sale_totals", "added up from the sales"),
    ("sample_rows", "which rows came as samples"),
    ("searched_items", "the search index"),
    ("spent_challenges", "hashes of answered passkey challenges"),
    ("transaction_totals", "added up from the transactions"),
    ("two_factor", "the secret behind sign-in codes"),
    ("uploads", "files that are still arriving"),
];
