//! Tests of the storage layer; most of them run on both engines.

#![expect(clippy::unwrap_used, reason = "a failed step fails its test")]

mod account_rows;
mod distribution;
mod figures;
mod jobs;
mod ledger;
mod licenses;
mod migrations;
mod news;
mod plans;
mod postgres_only;
mod postgres_tls;
mod reads;
mod search;
mod sqlite_only;
mod statements;
mod test_db;
mod unit;
mod upgrades;
mod values;
mod writes;
