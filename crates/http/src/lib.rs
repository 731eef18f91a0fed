//! HTTP below the routes, for the API and the public pages alike: connections with their limits, client addresses,
//! security headers, extractors, error responses, files as responses, logs and metrics of requests.

mod address_shares;
pub mod client_address;
mod connection_io;
pub mod dates;
pub mod encoding;
pub mod error;
mod exchange;
pub mod extract;
pub mod metrics;
pub mod observe;
pub mod security_headers;
pub mod sending;
pub mod serve;
mod stalls;
