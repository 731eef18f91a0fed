//! Reading a range piece by piece. From a file, a piece that is in memory is read on the spot; one that is not
//! is one positional read on a blocking thread, and the first one opens the file too: a short range costs a
//! single hop at most. Whoever writes to a socket may have the piece as a stretch of the file instead.

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

use crate::{BlobError, Result, at_hand, rooms};

/// The longest stretch: large enough that what lies between two does not show.
pub const LONGEST_STRETCH: usize = 256 * 1024;

/// A file that something has been read from and more may be. A clone is the same one.
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

/// A part of a file that the system has in memory. Files are never written to again, so it stays what it is.
#[derive(Debug, Clone)]
pub struct Stretch {
    file: OpenFile,
    at: u64,
    length: usize,
}

impl Stretch {
    pub fn length(&self) -> usize {
        self.length
    }

    /// Lets the system send it, and leaves what the socket did not take. Zero of a stretch with something left is
    /// a file that has become shorter.
    pub fn send(&mut self, socket: impl AsFd) -> io::Result<usize> {
        let sent = at_hand::send(&self.file.0.file, self.at, self.length, socket)?.min(self.length);
        self.at += sent as u64;
        self.length -= sent;
        Ok(sent)
    }
}

#[derive(Debug)]
pub enum Piece {
    Read(Bytes),
    Stretch(Stretch),
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

    /// Spares opening the file, where it is the one this would open.
    pub fn use_again(&mut self, file: &OpenFile) {
        if matches!(&self.source, Source::Unopened(path) if *path == file.0.path) {
            self.source = Source::File(file.clone());
        }
    }

    /// The file, once something of it has been read.
    pub fn file(&self) -> Option<&OpenFile> {
        match &self.source {
            Source::File(file) => Some(file),
            _ => None,
        }
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
                    self.source = Source::File(OpenFile::new(path.clone(), file));
                    return self.advanced(piece);
                }
                let (path, at) = (path.clone(), self.rest.start);
                let (file, piece) = spawn_blocking(move || {
                    let file = File::open(&path)?;
                    let piece = piece_of(&file, at, wanted)?;
                    Ok::<_, BlobError>((OpenFile::new(path, file), piece))
                })
                .await??;
                self.source = Source::File(file);
                piece
            }
            Source::File(file) => {
                match at_hand::read(&file.0.file, self.rest.start, size_of(wanted)) {
                    Some(piece) => piece,
                    None => {
                        let (file, at) = (file.clone(), self.rest.start);
                        spawn_blocking(move || piece_of(&file.0.file, at, wanted)).await??
                    }
                }
            }
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

    /// The next piece, unread where it lies in a file and in memory.
    pub async fn next_to_send(&mut self) -> Result<Option<Piece>> {
        if let Some(stretch) = self.stretch() {
            return Ok(Some(Piece::Stretch(stretch)));
        }
        Ok(self.next().await?.map(Piece::Read))
    }

    fn stretch(&mut self) -> Option<Stretch> {
        if let Source::Unopened(path) = &self.source {
            self.source = Source::File(OpenFile::new(path.clone(), at_hand::open(path)?));
        }
        let Source::File(file) = &self.source else { return None };
        let (at, length) = (self.rest.start, size_of(self.remaining()).min(LONGEST_STRETCH));
        if !at_hand::holds(&file.0.file, at, length) {
            return None;
        }
        let stretch = Stretch { file: file.clone(), at, length };
        self.rest.start += length as u64;
        Some(stretch)
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
