//! Reads a range of a blob piece by piece. A piece of a file that is in the page cache is read directly; any other is
//! one positional read on a blocking thread, and the first of these opens the file too, so a short range costs one
//! change of thread at most. A caller that writes to a socket can get a `FileRange` for `sendfile` instead of bytes.

use std::{
    fs::File,
    io,
    ops::Range,
    os::{fd::AsFd, unix::fs::FileExt},
    path::PathBuf,
    sync::Arc,
};

use bytes::Bytes;
use futures_util::{StreamExt, stream::BoxStream};
use object_store::{GetOptions, GetRange, ObjectStore, path::Path};
use tokio::task::spawn_blocking;

use crate::{BlobError, Result, buffer_pool, page_cache};

/// The longest range for one `sendfile` call: large enough that the work between two calls costs little.
pub const LONGEST_FILE_RANGE: usize = 256 * 1024;

/// An open file that can be read from again. A clone shares the file descriptor.
#[derive(Debug, Clone)]
pub struct OpenFile(Arc<Opened>);

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    file: File,
}

impl OpenFile {
    fn new(path: PathBuf, file: File) -> Self {
        Self(Arc::new(Opened { path, file }))
    }
}

/// A range of a file that is in the page cache. Stored files are never changed, so its bytes stay the same.
#[derive(Debug, Clone)]
pub struct FileRange {
    file: OpenFile,
    at: u64,
    length: usize,
}

impl FileRange {
    pub fn length(&self) -> usize {
        self.length
    }

    /// Sends with `sendfile` and returns how many bytes the socket accepted; the range shrinks by as many. Zero from
    /// a range that is not empty means that the file became shorter.
    pub fn send(&mut self, socket: impl AsFd) -> io::Result<usize> {
        let sent =
            page_cache::send(&self.file.0.file, self.at, self.length, socket)?.min(self.length);
        self.at += sent as u64;
        self.length -= sent;
        Ok(sent)
    }
}

#[derive(Debug)]
pub enum Piece {
    Read(Bytes),
    InPageCache(FileRange),
}

pub struct Reader {
    source: Source,
    rest: Range<u64>,
}

enum Source {
    Unopened(PathBuf),
    File(OpenFile),
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

    /// Reads from the file that is already open, if it is the same file.
    pub fn use_again(&mut self, file: &OpenFile) {
        if matches!(&self.source, Source::Unopened(path) if *path == file.0.path) {
            self.source = Source::File(file.clone());
        }
    }

    /// The open file, after the first read from it.
    pub fn file(&self) -> Option<&OpenFile> {
        match &self.source {
            Source::File(file) => Some(file),
            _ => None,
        }
    }

    /// How many bytes are left to read.
    pub fn remaining(&self) -> u64 {
        self.rest.end.saturating_sub(self.rest.start)
    }

    /// Reads the next piece; `None` at the end of the range. A blob that is shorter than the range is an error.
    pub async fn next(&mut self) -> Result<Option<Bytes>> {
        let wanted = self.remaining();
        if wanted == 0 {
            return Ok(None);
        }
        let piece = match &mut self.source {
            Source::Unopened(path) => {
                if let Some(file) = page_cache::open(path)
                    && let Some(piece) = page_cache::read(&file, self.rest.start, to_size(wanted))
                {
                    self.source = Source::File(OpenFile::new(path.clone(), file));
                    return self.advance(piece);
                }
                let (path, at) = (path.clone(), self.rest.start);
                let (file, piece) = spawn_blocking(move || {
                    let file = File::open(&path)?;
                    let piece = read_piece(&file, at, wanted)?;
                    Ok::<_, BlobError>((OpenFile::new(path, file), piece))
                })
                .await??;
                self.source = Source::File(file);
                piece
            }
            Source::File(file) => {
                match page_cache::read(&file.0.file, self.rest.start, to_size(wanted)) {
                    Some(piece) => piece,
                    None => {
                        let (file, at) = (file.clone(), self.rest.start);
                        spawn_blocking(move || read_piece(&file.0.file, at, wanted)).await??
                    }
                }
            }
            Source::Remote(store, path) => {
                let range = Some(GetRange::Bounded(self.rest.clone()));
                let options = GetOptions { range, ..GetOptions::default() };
                let mut stream = store.get_opts(path, options).await?.into_stream();
                let piece = next_of_stream(&mut stream, wanted).await?;
                self.source = Source::Stream(stream);
                piece
            }
            Source::Stream(stream) => next_of_stream(stream, wanted).await?,
        };
        self.advance(piece)
    }

    /// Like `next`, but a piece that is in the page cache is returned as a range of the file and not read.
    pub async fn next_to_send(&mut self) -> Result<Option<Piece>> {
        if let Some(range) = self.next_cached_range() {
            return Ok(Some(Piece::InPageCache(range)));
        }
        Ok(self.next().await?.map(Piece::Read))
    }

    fn next_cached_range(&mut self) -> Option<FileRange> {
        if let Source::Unopened(path) = &self.source {
            self.source = Source::File(OpenFile::new(path.clone(), page_cache::open(path)?));
        }
        let Source::File(file) = &self.source else { return None };
        let (at, length) = (self.rest.start, to_size(self.remaining()).min(LONGEST_FILE_RANGE));
        if !page_cache::holds(&file.0.file, at, length) {
            return None;
        }
        let range = FileRange { file: file.clone(), at, length };
        self.rest.start += length as u64;
        Some(range)
    }

    fn advance(&mut self, piece: Bytes) -> Result<Option<Bytes>> {
        self.rest.start += piece.len() as u64;
        Ok(Some(piece))
    }
}

async fn next_of_stream(
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

fn to_size(wanted: u64) -> usize {
    usize::try_from(wanted).unwrap_or(usize::MAX)
}

fn read_piece(file: &File, at: u64, wanted: u64) -> Result<Bytes> {
    // One read is enough as a rule, but the system may return less than was asked for.
    let read = |buffer: &mut [u8]| {
        let mut length = 0;
        while length < buffer.len() {
            match file.read_at(&mut buffer[length..], at + length as u64) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(length)
    };
    let piece = buffer_pool::fill(to_size(wanted), read)?;
    if piece.is_empty() { Err(BlobError::Short(wanted)) } else { Ok(piece) }
}
