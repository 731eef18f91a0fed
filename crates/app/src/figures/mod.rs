//! Figures over an account's money and music: the dashboard, analytics, recent activity and search.

pub mod activity;
pub mod analytics;
pub mod attention;
pub mod dashboard;
pub mod periods;
pub mod search;
