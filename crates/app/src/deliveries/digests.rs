//! SHA-256 and CRC-32 of delivered files, computed once by a job: buyers compare the SHA-256, and ZIP files need the
//! CRC-32.

use blobs::BlobError;
use domain::ids::UserId;
use sha2::{Digest, Sha256};
use storage::deliveries::files;
use storage::operations::jobs::Job;

use crate::files::blob_keys::content_key;
use crate::{App, Error, Result, jobs};

/// How many bytes are read before the lease of the job is extended.
const BETWEEN_LEASES: u64 = 256 << 20;

pub(crate) async fn run(app: &App, job: &Job) -> Result<()> {
    let owner = job.owner_id.as_deref().and_then(UserId::parse);
    let parts = job.payload.split_once('\n');
    let (Some(owner), Some((content, size))) = (owner, parts) else {
        return Err(Error::unexpected("a digest job names no file"));
    };
    let size: u64 = size.parse().map_err(Error::unexpected)?;
    let mut reader = app.blobs.read(&content_key(owner, content), 0..size);
    let (mut sha256, mut crc32) = (Sha256::new(), crc32fast::Hasher::new());
    let mut since_lease = 0;
    loop {
        let piece = match reader.next().await {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            // The file was deleted meanwhile.
            Err(BlobError::NotFound) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        since_lease += piece.len() as u64;
        // Hashing a piece takes about a millisecond.
        sha256.update(&piece);
        crc32.update(&piece);
        tokio::task::yield_now().await;
        if since_lease >= BETWEEN_LEASES {
            jobs::extend(app, job).await?;
            since_lease = 0;
        }
    }
    let sha256: String = sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let (content, crc32) = (content.to_owned(), crc32.finalize());
    app.write(move |tx| Ok(files::set_digests(tx, owner, &content, &sha256, crc32)?)).await
}
