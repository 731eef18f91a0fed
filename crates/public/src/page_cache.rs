//! A cache of rendered public pages, which are the same for everybody. A page is cached for a minute, so that many
//! visitors of a page cost no more than one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::compression::Compressed;

/// How long a cached page is served; a change of its content shows after this time at the latest.
pub const CACHED_FOR: Duration = Duration::from_secs(60);
const MOST_PAGES: usize = 1_000;
const MOST_BYTES: usize = 32 << 20;
const SHARDS: usize = 16;

/// A rendered page with its headers, entity tag and compressed body.
#[derive(Clone)]
pub struct Page {
    pub body: Bytes,
    pub headers: HeaderMap,
    etag: HeaderValue,
    compressed: Option<Compressed>,
}

impl Page {
    pub fn new(body: impl Into<Bytes>, headers: HeaderMap) -> Self {
        let body = body.into();
        let hash = blake3::hash(&body).to_hex();
        let etag = HeaderValue::try_from(format!("\"{}\"", &hash[..32]));
        let etag = etag.unwrap_or(HeaderValue::from_static("\"\""));
        Self { compressed: Compressed::of(&body), body, headers, etag }
    }

    fn weight(&self) -> usize {
        self.body.len() + self.compressed.as_ref().map_or(0, Compressed::len)
    }

    /// Answers with the page, or with 304 if `known`, the browser's entity tag, is the current one.
    pub fn answer(&self, known: Option<&HeaderValue>) -> Response {
        // A page that was sent compressed has a weak entity tag.
        let is_known = known.is_some_and(|known| {
            let known = known.as_bytes();
            known.strip_prefix(b"W/").unwrap_or(known) == self.etag.as_bytes()
        });
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            self.body.clone().into_response()
        };
        if let Some(compressed) = &self.compressed {
            response.extensions_mut().insert(compressed.clone());
        }
        response.headers_mut().extend(self.headers.clone());
        response.headers_mut().insert(header::ETAG, self.etag.clone());
        response
    }
}

struct CachedPage {
    page: Page,
    rendered_at: Instant,
}

#[derive(Default)]
struct CachedPages {
    pages: HashMap<String, CachedPage>,
    bytes: usize,
}

/// The cached pages of one server process.
pub struct PageCache {
    pages: Mutex<CachedPages>,
    /// Locks by the hash of the key: a page is rendered once, however many requests wait for it.
    renderers: [tokio::sync::Mutex<()>; SHARDS],
}

impl Default for PageCache {
    fn default() -> Self {
        Self {
            pages: Mutex::default(),
            renderers: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        }
    }
}

impl PageCache {
    fn lock(&self) -> MutexGuard<'_, CachedPages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached page of a key, unless it is too old.
    pub fn find(&self, key: &str) -> Option<Page> {
        let cached = self.lock();
        let found = cached.pages.get(key).filter(|one| one.rendered_at.elapsed() < CACHED_FOR);
        found.map(|one| one.page.clone())
    }

    /// Waits until no other request renders the page of this key. After that, look into the cache once more.
    pub async fn turn(&self, key: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let shard = usize::try_from(hasher.finish() % SHARDS as u64).unwrap_or(0);
        self.renderers[shard].lock().await
    }

    /// Caches a page. A full cache first drops the pages that are too old, or all of them if that is not enough.
    pub fn insert(&self, key: String, page: Page) {
        let mut cached = self.lock();
        if cached.pages.len() >= MOST_PAGES || cached.bytes + page.weight() > MOST_BYTES {
            cached.pages.retain(|_, one| one.rendered_at.elapsed() < CACHED_FOR);
            cached.bytes = cached.pages.values().map(|one| one.page.weight()).sum();
        }
        if cached.pages.len() >= MOST_PAGES || cached.bytes + page.weight() > MOST_BYTES {
            *cached = CachedPages::default();
        }
        cached.bytes += page.weight();
        let before = cached.pages.insert(key, CachedPage { page, rendered_at: Instant::now() });
        cached.bytes -= before.map_or(0, |before| before.page.weight());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shop_06_a_cache_never_holds_more_than_its_share() {
        let cache = PageCache::default();
        let page = |size: usize| Page::new(vec![b'x'; size], HeaderMap::new());
        for number in 0..2_500 {
            cache.insert(format!("page {number}"), page(10));
        }
        assert!(cache.lock().pages.len() <= MOST_PAGES);
        for number in 0..40 {
            cache.insert(format!("large {number}"), page(1 << 20));
        }
        assert!(cache.lock().bytes <= MOST_BYTES);
        let counted: usize = cache.lock().pages.values().map(|one| one.page.weight()).sum();
        assert_eq!(cache.lock().bytes, counted);
        cache.insert("same".to_owned(), page(7));
        cache.insert("same".to_owned(), page(5));
        assert_eq!(cache.find("same").map(|page| page.body.len()), Some(5));
        assert!(cache.find("other").is_none());
    }

    #[test]
    fn shop_06_a_known_page_is_not_sent_again() {
        let page = Page::new("text", HeaderMap::new());
        let first = page.answer(None);
        let etag = first.headers().get(header::ETAG).unwrap();
        assert_eq!(page.answer(Some(etag)).status(), StatusCode::NOT_MODIFIED);
        let other = Page::new("other", HeaderMap::new());
        assert_eq!(other.answer(Some(etag)).status(), StatusCode::OK);
    }
}
