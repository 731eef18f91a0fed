//! Black-box tests of the program over HTTP and at the command line, one file per noun.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "in a test, what does not work out is a failure"
)]

mod harness;
mod library;
mod outbox;
mod people;

mod account_deletion;
mod account_guard;
mod applications;
mod archives;
mod assets;
mod auth;
mod avatars;
mod backup_script;
mod backups;
mod behind_nginx;
mod beneficiaries;
mod card_pins;
mod cards;
mod cli;
mod client_books;
mod confinement;
mod document_analysis;
mod document_lists;
mod document_media;
mod document_uploads;
mod documents;
mod events;
mod exports;
mod figures;
mod full_disk;
mod goals;
mod health;
mod http;
mod instances;
mod isolation;
mod jobs_at_the_end;
mod killed;
mod limits;
mod lost_secrets;
mod mail;
mod media_trouble;
mod notices;
mod notifications;
mod openapi;
mod operations;
mod operator_accounts;
mod passkeys;
mod password_resets;
mod quotas;
mod receipts;
mod restores;
mod rotate_key;
mod safekeeping;
mod sale_lists;
mod sales;
mod samples;
mod search;
mod security;
mod seed;
mod sessions;
mod settings;
mod transaction_lists;
mod transactions;
mod trouble;
mod two_factor;
mod users;
mod wallet;
mod well_known;
