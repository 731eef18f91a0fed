//! The reader that demuxers read from. It enforces the deadline, limits the bytes before the first sound, and
//! remembers a failure of the store, so that an unavailable store is not reported as a broken file.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use symphonia::core::io::MediaSource;

/// The largest number of bytes before the first sound; tags, covers and indexes of real files are far smaller.
const HEADER_BUDGET: u64 = 32 * 1024 * 1024;

/// The state that the reader and its owner share.
#[derive(Debug)]
pub struct Watch {
    deadline: Instant,
    budget: AtomicU64,
    late: AtomicBool,
    spent: AtomicBool,
    failure: Mutex<Option<io::Error>>,
}

impl Watch {
    pub fn until(deadline: Instant) -> Arc<Self> {
        Arc::new(Self {
            deadline,
            budget: AtomicU64::new(HEADER_BUDGET),
            late: AtomicBool::new(false),
            spent: AtomicBool::new(false),
            failure: Mutex::new(None),
        })
    }

    /// Ends the limit on the header; from here on the file is read in blocks.
    pub fn header_done(&self) {
        self.budget.store(u64::MAX, Ordering::Relaxed);
    }

    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        if Instant::now() > self.deadline {
            self.late.store(true, Ordering::Relaxed);
        }
        self.late.load(Ordering::Relaxed)
    }

    /// Whether the header exceeded its limit.
    pub fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed)
    }

    /// The error of the store, if it failed.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn spend(&self, bytes: u64) -> bool {
        let left = self.budget.load(Ordering::Relaxed);
        if left != u64::MAX {
            self.budget.store(left.saturating_sub(bytes), Ordering::Relaxed);
            self.spent.fetch_or(left < bytes, Ordering::Relaxed);
        }
        left >= bytes
    }

    fn fail(&self, error: io::Error) -> io::Error {
        let expected = io::Error::new(error.kind(), error.to_string());
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        expected
    }
}

pub struct WatchedSource<'s, S> {
    /// The demuxers require `Sync`, so this is a mutex; it is never contended.
    source: Mutex<&'s mut S>,
    length: u64,
    seekable: bool,
    watch: Arc<Watch>,
}

impl<'s, S: Read + Seek> WatchedSource<'s, S> {
    pub fn new(source: &'s mut S, watch: Arc<Watch>) -> io::Result<Self> {
        let length = source.seek(SeekFrom::End(0))?;
        source.seek(SeekFrom::Start(0))?;
        Ok(Self { source: Mutex::new(source), length, seekable: true, watch })
    }

    /// Makes the source look like a stream without a length. With a length, the demuxer for bare frames would
    /// estimate the duration from the first frame and drop everything after it.
    pub fn into_stream(self) -> Self {
        Self { seekable: false, ..self }
    }

    fn source(&mut self) -> &mut S {
        self.source.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Read + Seek> Read for WatchedSource<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watch.is_late() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        match self.source().read(buffer) {
            Ok(count) if self.watch.spend(count as u64) => Ok(count),
            Ok(_) => Err(io::ErrorKind::FileTooLarge.into()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => Err(self.watch.fail(error)),
        }
    }
}

impl<S: Read + Seek> Seek for WatchedSource<'_, S> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        // A position before the start comes from the file's content, not from a failing store.
        let refused = |error: &io::Error| error.kind() == io::ErrorKind::InvalidInput;
        match self.source().seek(to) {
            Err(error) if !refused(&error) => Err(self.watch.fail(error)),
            other => other,
        }
    }
}

impl<S: Read + Seek + Send> MediaSource for WatchedSource<'_, S> {
    fn is_seekable(&self) -> bool {
        self.seekable
    }

    fn byte_len(&self) -> Option<u64> {
        self.seekable.then_some(self.length)
    }
}
