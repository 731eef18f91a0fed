//! Reading a range piece by piece. From a file, a piece that is in memory is read on the spot; one that is not
//! is one positional read on a blocking thread, and the first one opens the file too: a short range costs a
//! single hop at most.

use std::{fs::File, io, ops::Range, os::unix::fs::FileExt, path::PathBuf, sync::Arc};

use bytes::Bytes;
use futures_util::{StreamExt, stream::BoxStream};
use object_store::{GetOptions, GetRange, ObjectStore, path::Path};
use tokio::task::spawn_blocking;

use crate::{BlobError, Result, at_hand, rooms};

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
    usize::try_from(wanted).unwrap_or(usize::MAX)
}

fn piece_of(file: &File, at: u64, wanted: u64) -> Result<Bytes> {
    // One read as a rule; the system may give less.
    let read = |room: &mut [u8]| {
        let mut length = 0;
        while length < room.len() {
            match file.read_at(&mut room[length..], at + length as u64) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    };
    let piece = rooms::filled(size_of(wanted), read)?;
    if piece.is_empty() { Err(BlobError::Short(wanted)) } else { Ok(piece) }
}
