//! An answer that is a file to keep. Its bytes come from memory, or from the media store piece by piece: a file of any
//! size takes no more memory than a piece or two.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use blobs::{BlobError, Reader};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::sync::mpsc;

use crate::error::Result;

/// Pieces read ahead of a slow caller.
const AHEAD: usize = 1;

pub struct Attachment {
    name: String,
    content_type: &'static str,
    size: u64,
    body: Body,
}

impl Attachment {
    pub fn of_bytes(name: String, content_type: &'static str, bytes: Vec<u8>) -> Self {
        Self { name, content_type, size: bytes.len() as u64, body: Body::from(bytes) }
    }

    /// The first piece is read before anything is answered: a store that is away is an error with a status, and
    /// not a file that breaks off.
    pub async fn of_blob(
        name: String,
        content_type: &'static str,
        mut reader: Reader,
    ) -> Result<Self> {
        let size = reader.remaining();
        let first = reader.next().await.map_err(app::Error::from)?;
        let (send, pieces) = mpsc::channel(AHEAD);
        tokio::spawn(async move {
            // A caller who hung up closes the channel.
            while !send.is_closed() {
                let piece = match reader.next().await {
                    Ok(Some(piece)) => Ok(piece),
                    Ok(None) => break,
                    Err(error) => Err(error),
                };
                if send.send(piece).await.is_err() {
                    break;
                }
            }
        });
        let body = Body::new(Pieces { first, rest: pieces, left: size });
        Ok(Self { name, content_type, size, body })
    }
}

impl IntoResponse for Attachment {
    fn into_response(self) -> Response {
        let mut response = Response::new(self.body);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(self.size));
        // Names are of the program's own making; one that were not would go without.
        let disposition = format!("attachment; filename=\"{}\"", self.name);
        let fallback = HeaderValue::from_static("attachment");
        let disposition = HeaderValue::from_str(&disposition).unwrap_or(fallback);
        headers.insert(header::CONTENT_DISPOSITION, disposition);
        response
    }
}

struct Pieces {
    first: Option<Bytes>,
    rest: mpsc::Receiver<Result<Bytes, BlobError>>,
    left: u64,
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = BlobError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BlobError>>> {
        let piece = match self.first.take() {
            Some(first) => Poll::Ready(Some(Ok(first))),
            None => self.rest.poll_recv(context),
        };
        if let Poll::Ready(Some(Ok(bytes))) = &piece {
            self.left = self.left.saturating_sub(bytes.len() as u64);
        }
        piece.map(|piece| piece.map(|bytes| bytes.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
