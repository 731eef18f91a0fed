//! What keeps an installation running: background jobs, backups, keys, sample data, commands of the operator.

pub mod account_deletion;
pub mod backups;
pub mod demo;
pub mod housekeeping;
pub mod installation;
pub mod key_marks;
pub mod key_rotation;
pub mod operator;
pub mod samples;
pub mod seal;
pub mod seed;
pub mod sign_up;
pub mod worker;
