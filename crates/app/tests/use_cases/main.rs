//! Use cases that need the clock, the database or the worker in the test's hand, on both engines. One binary: each
//! more would be linked with everything once more.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod cards;
mod events;
mod exports;
mod ledger;
mod licenses;
mod mail;
mod offers;
mod passkeys;
mod sessions;
mod support;
mod uploads;
mod weekly_withdrawals;
