//! Tests of use cases that control the clock, the database or the worker, on both engines, and tests of single modules
//! (`unit`). They are one binary, because every further binary has to be linked with all crates again.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod cards;
mod days;
mod events;
mod exports;
mod ledger;
mod licenses;
mod mail;
mod passkeys;
mod plain_english;
mod sessions;
mod support;
mod unit;
mod uploads;
mod weekly_withdrawals;
