//! The rules of Ledgerline without I/O: types that cannot hold an invalid value, and decisions. Time and
//! randomness are always arguments.

pub mod applications;
pub mod calendar;
pub mod clients;
pub mod deliveries;
pub mod error;
pub mod exports;
pub mod figures;
pub mod identity;
pub mod ids;
pub mod jobs;
pub mod library;
pub mod licenses;
pub mod money;
pub mod notifications;
pub mod numbers;
pub mod offers;
pub mod payment_reports;
pub mod sales;
pub mod samples;
pub mod shares;
pub mod shop;
pub mod text;
pub mod time;
pub mod totals;
