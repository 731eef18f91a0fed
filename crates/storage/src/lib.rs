//! Everything Ledgerline keeps in a database, and the only place that speaks SQL. Each noun's file
//! has plain functions over a connection or a transaction; each takes the owner whose rows it may
//! touch.

pub mod attempts;
pub mod avatars;
pub mod db;
pub mod jobs;
pub mod security_log;
pub mod sessions;
pub mod settings;
pub mod two_factor;
pub mod users;
