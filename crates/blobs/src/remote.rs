//! Blobs in an S3-compatible store, through the `object_store` crate: its configuration, its timeouts, and the
//! conversion of its errors.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::StreamExt;
use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, ObjectStoreExt, PutMode, RetryConfig,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    path::Path,
};
use tokio::sync::mpsc;

use crate::{BlobError, BlobInfo, Entry, Key, Result};

/// A user waits for the answer, so an unavailable store is reported after seconds, not after minutes.
const CONNECT: Duration = Duration::from_secs(3);
const SILENCE: Duration = Duration::from_secs(20);
const RETRIES: usize = 3;
const RETRY_FOR: Duration = Duration::from_secs(8);

pub fn s3(
    bucket: &str,
    variables: impl IntoIterator<Item = (String, String)>,
) -> Result<Arc<dyn ObjectStore>> {
    // This fails if a provider is installed already, which is fine.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = AmazonS3Builder::new().with_bucket_name(bucket);
    for (name, value) in variables.into_iter().filter(|(name, _)| name.starts_with("AWS_")) {
        // `AWS_*` variables of other programs are ignored.
        if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
            builder = builder.with_config(key, value);
        }
    }
    let endpoint = builder.get_config_value(&AmazonS3ConfigKey::Endpoint);
    let is_plain = endpoint.is_some_and(|url| url.starts_with("http://"));
    let client = ClientOptions::new()
        .with_connect_timeout(CONNECT)
        .with_read_timeout(SILENCE)
        .with_timeout_disabled()
        .with_allow_http(is_plain);
    let backoff = BackoffConfig {
        init_backoff: Duration::from_millis(100),
        max_backoff: Duration::from_secs(1),
        base: 2.0,
    };
    let retry = RetryConfig { backoff, max_retries: RETRIES, retry_timeout: RETRY_FOR };
    Ok(Arc::new(builder.with_client_options(client).with_retry(retry).build()?))
}

pub fn prefix(text: &str) -> Path {
    Path::from(text)
}

pub fn path(prefix: &Path, key: &Key) -> Path {
    Path::from_iter(prefix.parts().chain(Path::from(key.as_str()).parts()))
}

pub async fn head(store: &dyn ObjectStore, path: &Path) -> Result<Option<BlobInfo>> {
    match store.head(path).await {
        Ok(found) => Ok(Some(BlobInfo { size: found.size, modified: found.last_modified.into() })),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub async fn delete(store: &dyn ObjectStore, path: &Path) -> Result<()> {
    match store.delete(path).await {
        Err(object_store::Error::NotFound { .. }) => Ok(()),
        other => Ok(other?),
    }
}

pub async fn put_new(store: &dyn ObjectStore, path: &Path, bytes: Bytes) -> Result<bool> {
    match store.put_opts(path, bytes.clone().into(), PutMode::Create.into()).await {
        Ok(_) => Ok(true),
        Err(
            object_store::Error::AlreadyExists { .. } | object_store::Error::Precondition { .. },
        ) => Ok(false),
        // The store does not support conditional requests, so existence is checked before the write.
        Err(
            object_store::Error::NotImplemented { .. } | object_store::Error::NotSupported { .. },
        ) => {
            if head(store, path).await?.is_some() {
                return Ok(false);
            }
            store.put(path, bytes.into()).await?;
            Ok(true)
        }
        // For a write, "not found" means that the bucket does not exist.
        Err(error @ object_store::Error::NotFound { .. }) => {
            Err(BlobError::Unavailable(error.into()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Moves an object: the store copies it itself, and the copy gets a new time of modification.
pub async fn move_to(store: &dyn ObjectStore, from: &Path, to: &Path) -> Result<()> {
    store.copy(from, to).await?;
    delete(store, from).await
}

pub fn list(
    store: &Arc<dyn ObjectStore>,
    prefix: &Path,
    first: &str,
    send: mpsc::Sender<Result<Entry>>,
) {
    let (store, prefix, first) = (store.clone(), prefix.clone(), first.to_owned());
    tokio::spawn(async move {
        let below = Path::from_iter(prefix.parts().chain(Path::from(first).parts()));
        let mut objects = store.list(Some(&below));
        while let Some(object) = objects.next().await {
            let entry = match object {
                Ok(found) => {
                    let Some(key) = key_of(&prefix, &found.location) else { continue };
                    let facts = BlobInfo { size: found.size, modified: found.last_modified.into() };
                    Ok(Entry { key, facts })
                }
                Err(error) => Err(BlobError::from(error)),
            };
            let is_over = entry.is_err();
            if send.send(entry).await.is_err() || is_over {
                return;
            }
        }
    });
}

fn key_of(prefix: &Path, location: &Path) -> Option<Key> {
    let parts: Vec<_> = location.prefix_match(prefix)?.collect();
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    Key::parse(&parts.join("/"))
}
