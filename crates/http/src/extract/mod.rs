//! The extractors that handlers use. Each rejects a request with the API's own error model: the
//! framework's plain-text rejections never reach a client.

mod body;
mod caller;
mod fault;
mod multipart;
mod path;
mod picture;
mod query;
mod repeatable;

pub use body::{Body, BodyIfSent, ContractBody, LongBody, broken, too_slow};
pub use caller::{Bearer, Client, SignedIn, SignedInUser};
pub use multipart::Multipart;
pub use path::{Id, Ids, PathParam};
pub use picture::SentPicture;
pub use query::Params;
pub use repeatable::Repeatable;
