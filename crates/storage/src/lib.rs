//! Everything Ledgerline keeps in a database, and the only place that speaks SQL. Each noun's file
//! has plain functions over a connection or a transaction; each takes the owner whose rows it may
//! touch.

pub mod accounts;
pub mod attempts;
pub mod avatars;
pub mod beneficiaries;
pub mod card_pins;
pub mod cards;
pub mod client_history;
pub mod db;
pub mod document_list;
pub mod document_totals;
pub mod documents;
pub mod exports;
pub mod goals;
pub mod idempotency;
pub mod jobs;
pub mod ledger;
pub mod links;
mod many_rows;
pub mod notifications;
pub mod sale_batches;
pub mod sale_figures;
pub mod sale_list;
mod sale_query;
pub mod sale_totals;
pub mod sales;
pub mod security_log;
pub mod sessions;
pub mod settings;
pub mod totals;
pub mod transaction_batches;
pub mod transaction_list;
mod transaction_query;
mod transaction_search;
pub mod transactions;
pub mod two_factor;
pub mod users;
