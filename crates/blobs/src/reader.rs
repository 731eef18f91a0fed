//! Reading a range piece by piece. From a file, a piece that is in memory is read on the spot; one that is not
//! is one positional read on a blocking thread, and the first one opens the file too: a short range costs a
//! single hop at most.

use std::{fs::File, ops::Range, path::PathBuf, sync::Arc};

use bytes::Bytes;
use futures_util::{StreamExt, stream::BoxStream};
use object_store::{GetOptions, GetRange, ObjectStore, path::Path};
use rustix::{buffer::spare_capacity, io::Errno};
use tokio::task::spawn_blocking;

use crate::{BlobError, Result, at_hand};

/// Large enough that the hops do not show, small enough that fifty readers do not either.
const PIECE: usize = 256 * 1024;

pub struct Reader {
    source: Source,
    rest: Range<u64>,
}

enum Source {
    Unopened(PathBuf),
    File(Arc<File>),
    Remote(Arc<dyn ObjectStore>, Path),
    Stream(BoxStream<'static, object_store::Result<Bytes>>),
}

impl Reader {
    pub(crate) fn of_file(path: PathBuf, range: Range<u64>) -> Self {
        Self { source: Source::Unopened(path), rest: range }
    }

    pub(crate) fn of_remote(store: Arc<dyn ObjectStore>, path: Path, range: Range<u64>) -> Self {
        Self { source: Source::Remote(store, path), rest: range }
    }

    /// How many bytes are still to come.
    pub fn remaining(&self) -> u64 {
        self.rest.end.saturating_sub(self.rest.start)
    }

    /// The next piece; none when the range is done. A blob that ends before its range does is an error.
    pub async fn next(&mut self) -> Result<Option<Bytes>> {
        let wanted = self.remaining();
        if wanted == 0 {
            return Ok(None);
        }
        let piece = match &mut self.source {
            Source::Unopened(path) => {
                if let Some(file) = at_hand::open(path)
                    && let Some(piece) = at_hand::read(&file, self.rest.start, size_of(wanted))
                {
                    self.source = Source::File(Arc::new(file));
                    return self.advanced(piece);
                }
                let (path, at) = (path.clone(), self.rest.start);
                let (file, piece) = spawn_blocking(move || {
                    let file = File::open(path)?;
                    let piece = piece_of(&file, at, wanted)?;
                    Ok::<_, BlobError>((Arc::new(file), piece))
                })
                .await??;
                self.source = Source::File(file);
                piece
            }
            Source::File(file) => match at_hand::read(file, self.rest.start, size_of(wanted)) {
                Some(piece) => piece,
                None => {
                    let (file, at) = (file.clone(), self.rest.start);
                    spawn_blocking(move || piece_of(&file, at, wanted)).await??
                }
            },
            Source::Remote(store, path) => {
                let range = Some(GetRange::Bounded(self.rest.clone()));
                let options = GetOptions { range, ..GetOptions::default() };
                let mut stream = store.get_opts(path, options).await?.into_stream();
                let piece = streamed(&mut stream, wanted).await?;
                self.source = Source::Stream(stream);
                piece
            }
            Source::Stream(stream) => streamed(stream, wanted).await?,
        };
        self.advanced(piece)
    }

    fn advanced(&mut self, piece: Bytes) -> Result<Option<Bytes>> {
        self.rest.start += piece.len() as u64;
        Ok(Some(piece))
    }
}

async fn streamed(
    stream: &mut BoxStream<'static, object_store::Result<Bytes>>,
    wanted: u64,
) -> Result<Bytes> {
    loop {
        match stream.next().await {
            Some(piece) => {
                let mut piece = piece?;
                piece.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
                if !piece.is_empty() {
                    return Ok(piece);
                }
            }
            None => return Err(BlobError::Short(wanted)),
        }
    }
}

fn size_of(wanted: u64) -> usize {
    usize::try_from(wanted).unwrap_or(usize::MAX).min(PIECE)
}

fn piece_of(file: &File, at: u64, wanted: u64) -> Result<Bytes> {
    let size = size_of(wanted);
    let mut piece: Vec<u8> = Vec::with_capacity(size);
    // One read as a rule; the system may give less.
    while piece.len() < size {
        let from = at + piece.len() as u64;
        match rustix::io::pread(file, spare_capacity(&mut piece), from) {
            Ok(0) => break,
            Ok(_) => {}
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // The allocator may have given more room than was asked for.
    piece.truncate(size);
    if piece.is_empty() { Err(BlobError::Short(wanted)) } else { Ok(piece.into()) }
}
