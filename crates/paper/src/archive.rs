//! Writes a ZIP archive as a stream, so that it can be larger than the memory. Texts and tables are compressed; files
//! that are compressed already, such as sound, are stored as they are.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use domain::time::Timestamp;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions, write::StreamWriter};

use crate::table::{Cell, Cover, Format, Table, TableFile, zip_day};

pub struct Archive<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    options: SimpleFileOptions,
    table: Option<(Box<dyn TableFile>, Scratch)>,
}

impl<W: Write> Archive<W> {
    pub fn begin(made_at: Timestamp, out: W) -> Self {
        let options =
            SimpleFileOptions::default().large_file(true).last_modified_time(zip_day(made_at));
        Self { zip: ZipWriter::new_stream(out), options, table: None }
    }

    /// Adds a complete text file.
    pub fn text(&mut self, name: &str, text: &[u8]) -> io::Result<()> {
        self.zip.start_file(name, self.options)?;
        self.zip.write_all(text)
    }

    /// Begins a file that is stored without compression; the caller then writes its bytes.
    pub fn begin_media(&mut self, name: &str) -> io::Result<()> {
        let options = self.options.compression_method(CompressionMethod::Stored);
        Ok(self.zip.start_file(name, options)?)
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.zip.write_all(bytes)
    }

    /// Begins a table in one format; the caller then writes its rows.
    pub fn begin_table(
        &mut self,
        format: Format,
        cover: Cover,
        table: &'static Table,
    ) -> io::Result<()> {
        let (extension, _) = format.kind(false);
        self.zip.start_file(format!("{}.{extension}", table.file), self.options)?;
        let scratch = Scratch::default();
        let mut file = format.begin(cover, scratch.clone())?;
        file.begin(table)?;
        self.table = Some((file, scratch));
        self.pass_on()
    }

    pub fn rows(&mut self, rows: &[Vec<Cell>]) -> io::Result<()> {
        if let Some((file, _)) = &mut self.table {
            rows.iter().try_for_each(|row| file.row(row))?;
        }
        self.pass_on()
    }

    pub fn end_table(&mut self) -> io::Result<()> {
        if let Some((file, scratch)) = self.table.take() {
            file.finish()?;
            self.zip.write_all(&scratch.take())?;
        }
        Ok(())
    }

    fn pass_on(&mut self) -> io::Result<()> {
        match &self.table {
            Some((_, scratch)) => self.zip.write_all(&scratch.take()),
            None => Ok(()),
        }
    }

    pub fn finish(self) -> io::Result<()> {
        self.zip.finish()?.get_mut().flush()
    }
}

/// A buffer of the bytes that a table has written and that are not yet in the ZIP archive.
#[derive(Clone, Default)]
struct Scratch(Arc<Mutex<Vec<u8>>>);

impl Scratch {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Scratch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
