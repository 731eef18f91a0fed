//! Routes of figures: dashboard, analytics, attention, search.

pub(crate) mod analytics;
pub(crate) mod attention;
pub(crate) mod bodies;
pub(crate) mod dashboard;
pub(crate) mod search;
