//! The program itself: command line, settings, start and stop, logs, health.

pub(crate) mod cli;
pub(crate) mod config;
pub(crate) mod confine;
pub(crate) mod disk_space;
pub mod embedded;
pub(crate) mod failure;
pub(crate) mod health;
pub(crate) mod installation;
pub(crate) mod logs;
pub(crate) mod run;
pub(crate) mod secret_key;
pub(crate) mod setting;
pub(crate) mod settings_file;
pub(crate) mod signals;
pub(crate) mod unknown_settings;
