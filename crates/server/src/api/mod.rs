//! The HTTP API: routes, their bodies and the OpenAPI document.

pub(crate) mod docs;
pub(crate) mod event_stream;
pub(crate) mod long_json;
pub(crate) mod money;
pub(crate) mod openapi;
pub(crate) mod router;
pub(crate) mod routes;
pub(crate) mod well_known;
