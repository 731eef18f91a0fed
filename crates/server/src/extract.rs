//! What a handler may ask a request for. Each extractor refuses with our own error model: the
//! framework's plain-text refusals never reach a caller.

mod body;
mod caller;
mod fault;
mod path;
mod query;

pub use body::{Body, RawBody};
pub use caller::{Client, SignedIn, SignedInUser};
#[expect(unused_imports, reason = "no route of this version has an id in its path")]
pub use path::PathParam;
pub use query::Params;
