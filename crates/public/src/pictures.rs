//! The pictures that messengers and social networks show for a link. Pictures are drawn one at a time, on a thread that
//! answers no requests, and the newest ones are cached.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use app::files::blob_keys::thumbnail_of;
use app::{App, Error};
use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::ids::UserId;
use domain::library::documents::Document;
use pages::{Accent, LinkPicture, Waveform};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answers::{Failure, Outcome};
use super::page_cache::CACHED_FOR;

const MOST_CACHED: usize = 100;
/// How long a request waits while pictures of other requests are drawn.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a picture is drawn from.
pub struct Sketch {
    pub accent: &'static str,
    pub name: String,
    pub face: Option<Vec<u8>>,
    pub title: String,
    pub facts: Vec<String>,
    pub cover: Option<Bytes>,
    pub waveform: Option<Waveform>,
}

impl Sketch {
    /// The hash of everything that the picture is drawn from.
    fn cache_key(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        let wave = self.waveform.as_ref().map(|wave| wave.0.to_vec()).unwrap_or_default();
        let facts = self.facts.join("\n");
        let parts: [&[u8]; 7] = [
            self.accent.as_bytes(),
            self.name.as_bytes(),
            self.face.as_deref().unwrap_or_default(),
            self.title.as_bytes(),
            facts.as_bytes(),
            self.cover.as_deref().unwrap_or_default(),
            &wave,
        ];
        for part in parts {
            hasher.update(&(part.len() as u64).to_be_bytes()).update(part);
        }
        *hasher.finalize().as_bytes()
    }

    fn draw(&self) -> Vec<u8> {
        let picture = LinkPicture {
            accent: Accent::named(self.accent),
            name: &self.name,
            face: self.face.as_deref(),
            title: &self.title,
            facts: &self.facts,
            cover: self.cover.as_deref(),
            waveform: self.waveform,
        };
        picture.draw()
    }
}

/// The bytes of a beat's cover picture; none if the beat has no picture.
pub async fn cover(
    app: &App,
    owner: UserId,
    beat: Option<&Document>,
) -> Result<Option<Bytes>, Failure> {
    let Some(key) = beat.and_then(|beat| thumbnail_of(owner, beat)) else { return Ok(None) };
    Ok(app.blobs.get(&key).await.ok())
}

/// The cache of drawn pictures, as JPEG by the hash of their `Sketch`.
pub struct PictureCache {
    turn: Semaphore,
    cached: Mutex<HashMap<[u8; 32], Bytes>>,
    /// The pictures of pages that were asked for within the last minute.
    recent: Mutex<HashMap<String, (Bytes, Instant)>>,
}

impl Default for PictureCache {
    fn default() -> Self {
        Self { turn: Semaphore::new(1), cached: Mutex::default(), recent: Mutex::default() }
    }
}

impl PictureCache {
    fn find(&self, cache_key: &[u8; 32]) -> Option<Bytes> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner).get(cache_key).cloned()
    }

    fn insert(&self, cache_key: [u8; 32], jpeg: Bytes) {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= MOST_CACHED {
            cached.clear();
        }
        cached.insert(cache_key, jpeg);
    }

    /// The picture of a page that was asked for within the last minute, so that the page need not be read again.
    pub fn recent(&self, page: &str) -> Option<Response> {
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let (jpeg, at) = recent.get(page)?;
        (at.elapsed() < CACHED_FOR).then(|| respond(jpeg.clone()))
    }

    /// Draws a picture, unless it is known. It is the picture of `page` for a minute, if that is given.
    pub async fn answer(&self, page: Option<String>, sketch: Sketch) -> Outcome {
        let cache_key = sketch.cache_key();
        let jpeg = match self.find(&cache_key) {
            Some(jpeg) => jpeg,
            None => {
                let turn = timeout(PATIENCE, self.turn.acquire()).await;
                let _turn = turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)?;
                match self.find(&cache_key) {
                    Some(jpeg) => jpeg,
                    None => {
                        let drawn = tokio::task::spawn_blocking(move || sketch.draw()).await;
                        let jpeg = Bytes::from(drawn.map_err(Error::unexpected)?);
                        self.insert(cache_key, jpeg.clone());
                        jpeg
                    }
                }
            }
        };
        if let Some(page) = page {
            let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
            if recent.len() >= MOST_CACHED {
                recent.clear();
            }
            recent.insert(page, (jpeg.clone(), Instant::now()));
        }
        Ok(respond(jpeg))
    }
}

fn respond(jpeg: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(LinkPicture::CONTENT_TYPE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=60")),
    ];
    (headers, jpeg).into_response()
}
