//! HTTP below the API: connections, time limits, client addresses, request ids, security headers.

pub(crate) mod address_shares;
pub(crate) mod client_address;
pub(crate) mod connection_io;
pub(crate) mod exchange;
pub(crate) mod observe;
pub(crate) mod security_headers;
pub(crate) mod serve;
pub(crate) mod stalls;
