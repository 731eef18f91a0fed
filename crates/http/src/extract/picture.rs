//! A picture as the raw body of a request. The request waits for the account's turn at the image decoders before the
//! body is read: of many pictures that an account sends at once, only one is in memory.

use std::sync::Arc;

use app::files::decoders::Turn;
use app::{Actor, App};
use axum::extract::{FromRequest, FromRequestParts, Request};
use bytes::Bytes;

use super::{SignedIn, body::read};
use crate::error::ApiError;

/// A signed-in person's picture, at most `LIMIT` bytes.
pub struct SentPicture<const LIMIT: usize> {
    pub actor: Actor,
    pub turn: Turn,
    pub bytes: Bytes,
}

impl<const LIMIT: usize> FromRequest<Arc<App>> for SentPicture<LIMIT> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let SignedIn(actor) = SignedIn::from_request_parts(&mut parts, app).await?;
        let turn = app.decoders.turn(actor.user).await?;
        let bytes = read(Request::from_parts(parts, body), LIMIT).await?;
        Ok(Self { actor, turn, bytes })
    }
}
