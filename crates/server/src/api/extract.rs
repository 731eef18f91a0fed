//! What a handler may ask a request for. Each extractor refuses with our own error model: the
//! framework's plain-text refusals never reach a caller.

mod body;
mod caller;
mod fault;
mod multipart;
mod path;
mod picture;
mod query;
mod repeatable;

pub use body::{Body, too_slow};
pub use caller::{Bearer, Client, SignedIn, SignedInUser};
pub use multipart::Multipart;
pub use path::PathParam;
pub use picture::SentPicture;
pub use query::Params;
pub use repeatable::Repeatable;
