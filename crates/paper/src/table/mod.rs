//! Writes tables as files. All four formats share one set of cell types and one trait that takes a table row by row, so
//! that the table is never in memory as a whole.

mod csv;
mod json;
pub mod layout;
mod pdf;
mod shapes;
pub mod xlsx;

use std::io::{self, Write};

pub use self::shapes::{Cell, Column, Cover, Table, TableFile, Total};
pub(crate) use csv::day as zip_day;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Json,
    Xlsx,
    Pdf,
}

impl Format {
    /// The extension of the file name and the content type.
    pub const fn kind(self, is_several: bool) -> (&'static str, &'static str) {
        match self {
            Self::Csv if is_several => ("zip", "application/zip"),
            Self::Csv => ("csv", "text/csv; charset=utf-8"),
            Self::Json => ("json", "application/json"),
            Self::Xlsx => {
                ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
            }
            Self::Pdf => ("pdf", "application/pdf"),
        }
    }

    pub fn begin<W: Write + Send + 'static>(
        self,
        cover: Cover,
        out: W,
    ) -> io::Result<Box<dyn TableFile>> {
        Ok(match self {
            Self::Csv if cover.is_several => Box::new(csv::Archive::begin(cover.made_at, out)),
            Self::Csv => Box::new(csv::Csv::begin(out)?),
            Self::Json => Box::new(json::Json::begin(cover.is_several, out)),
            Self::Xlsx => Box::new(xlsx::Xlsx::begin(&cover, out)),
            Self::Pdf => Box::new(pdf::Pages::begin(cover, out)?),
        })
    }
}
