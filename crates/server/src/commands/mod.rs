//! The commands an operator runs, one file each.

pub(crate) mod backup;
pub(crate) mod demo;
pub(crate) mod distribute;
pub(crate) mod health_check;
pub(crate) mod licenses;
pub(crate) mod media;
pub(crate) mod migrate;
pub(crate) mod operator;
pub(crate) mod restore;
pub(crate) mod restore_failures;
pub(crate) mod restore_journal;
pub(crate) mod rotate_key;
pub(crate) mod seed;
pub(crate) mod shop;
pub(crate) mod verify;
