//! Pure rules of Ledgerline: values that cannot be built wrong, and decisions that need no I/O.
//! Time and randomness always come in as arguments.

pub mod applications;
pub mod attempts;
pub mod audit;
pub mod beneficiaries;
pub mod calendar;
pub mod cards;
mod digits;
pub mod documents;
pub mod error;
pub mod exports;
pub mod figures;
pub mod file_names;
pub mod folding;
pub mod goals;
pub mod ids;
pub mod ledger;
pub mod money;
pub mod notifications;
pub mod outline;
pub mod passkeys;
pub mod passwords;
pub mod reminders;
pub mod sales;
pub mod samples;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod time;
pub mod topics;
pub mod totals;
pub mod transactions;
pub mod two_factor;
pub mod users;
mod words;
