//! Routes of figures: dashboard, analytics, search.

pub(crate) mod analytics;
pub(crate) mod bodies;
pub(crate) mod dashboard;
pub(crate) mod search;
