//! What Ledgerline does, one file per use case: each owns its transaction and decides who may do
//! what. It knows nothing of HTTP, and no SQL.

pub mod account;
mod analysis;
pub mod attempts;
pub mod auth;
pub mod avatars;
pub mod beneficiaries;
pub mod card_pins;
pub mod cards;
pub mod context;
pub mod crypto;
pub mod demo;
pub mod document_lists;
pub mod documents;
pub mod error;
pub mod goals;
pub mod hasher;
pub mod housekeeping;
pub mod idempotency;
pub mod ledger;
mod links;
pub mod media_removal;
pub mod media_sweep;
pub mod operator;
mod pictures;
pub mod security;
pub mod sessions;
pub mod settings;
pub mod thumbnails;
pub mod tickets;
pub mod transaction_forms;
pub mod transaction_lists;
pub mod transactions;
pub mod two_factor;
pub mod uploads;
pub mod wallet;
pub mod worker;

pub use context::{Actor, App, Caller, Clock};
pub use error::{Error, Result};
