//! Writes the files that Ledgerline makes: receipts, contracts of licenses, evidence for disputes, and tables of rows
//! as CSV, JSON, XLSX or PDF. The crate takes values and writes bytes; it reads no database and stores no file. Tables
//! are written row by row, so a million rows need no more memory than a hundred.

pub mod archive;
pub mod canvas;
pub mod contract;
pub mod evidence;
mod pdf;
pub mod prose;
pub mod receipt;
pub mod table;
pub mod typeface;
pub mod wording;

pub use archive::Archive;
pub use contract::Contract;
pub use evidence::Evidence;
pub use receipt::Receipt;
pub use table::{Cell, Column, Format, Table, TableFile, Total};
