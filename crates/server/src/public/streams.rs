//! Bodies that are sent to guests: each takes one of a limited number of places until it ends, and all share a line.

use app::guests::budget::Stream;
use axum::body::{Body, BodyDataStream};
use axum::response::Response;
use futures_util::{StreamExt, stream};

/// Sends the body within the budget of guests.
pub fn within(response: Response, place: Stream) -> Response {
    let (head, body) = response.into_parts();
    let sending = (body.into_data_stream(), place);
    Response::from_parts(head, Body::from_stream(stream::unfold(sending, next)))
}

type Sending = (BodyDataStream, Stream);

async fn next(sending: Sending) -> Option<(Result<axum::body::Bytes, axum::Error>, Sending)> {
    let (mut body, place) = sending;
    let piece = body.next().await?;
    if let Ok(bytes) = &piece {
        place.pass(bytes.len()).await;
    }
    Some((piece, (body, place)))
}
