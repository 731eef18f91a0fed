//! Rows that keep the installation running: jobs, copies for backups, sealed columns, facts, distribution.

pub mod account_rows;
pub mod copies;
pub mod distribution;
pub mod facts;
pub mod jobs;
pub mod key_marks;
pub mod samples;
pub mod sealed;
