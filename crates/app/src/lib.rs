//! The use cases of Ledgerline. Each owns its transaction and decides who may do what. No HTTP and no SQL here.

pub mod applications;
pub mod caller;
pub mod clients;
pub mod clock;
pub mod context;
pub mod counters;
pub mod crypto;
pub mod database;
pub mod deliveries;
pub mod error;
pub mod exports;
pub mod figures;
pub mod files;
pub mod guests;
pub mod idempotency;
pub mod identity;
mod ids;
mod jobs;
pub mod library;
pub mod licenses;
mod lists;
pub mod money;
pub mod notifications;
pub mod offers;
pub mod operations;
pub mod policy;
pub mod quotas;
pub mod sales;
pub mod shares;
pub mod shop;

pub use caller::{Actor, Caller};
pub use clock::Clock;
pub use context::{App, JobSignal};
pub use error::{Error, Result};
