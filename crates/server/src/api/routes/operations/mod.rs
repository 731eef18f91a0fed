//! Routes of the installation: health, sample data.

pub(crate) mod health;
pub(crate) mod sample_data;
