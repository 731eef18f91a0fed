//! The storage layer: everything Ledgerline keeps in a database, and the only crate that contains SQL. The file
//! of each noun has plain functions over a connection or a transaction; each takes the owner whose rows it may
//! touch.

pub mod applications;
pub mod clients;
pub mod db;
pub mod deliveries;
pub mod exports;
pub mod identity;
pub mod library;
pub mod licenses;
pub mod lists;
pub mod money;
pub mod notifications;
pub mod offers;
pub mod operations;
pub mod reminders;
pub mod sales;
pub mod shares;
pub mod shop;
