//! The rules of Ledgerline without I/O: types that cannot hold an invalid value, and decisions. Time and
//! randomness are always arguments.

pub mod applications;
pub mod beneficiaries;
pub mod calendar;
pub mod deliveries;
pub mod documents;
pub mod error;
pub mod exports;
pub mod figures;
pub mod files;
pub mod identity;
pub mod ids;
pub mod jobs;
pub mod licenses;
pub mod money;
pub mod notifications;
pub mod numbers;
pub mod offers;
pub mod outline;
pub mod previews;
pub mod reminders;
pub mod sales;
pub mod samples;
pub mod shares;
pub mod shop;
pub mod stripe;
pub mod text;
pub mod time;
pub mod topics;
pub mod totals;
