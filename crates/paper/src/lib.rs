//! What leaves Ledgerline as a file: a receipt to send to a client, the contract of a license, evidence for a dispute, and tables of rows
//! as CSV, JSON, XLSX or PDF. It takes values and writes bytes; where the values come from and where the bytes go is not its
//! business. Tables are written row by row, so a million rows need no more memory than a hundred.

pub mod archive;
mod canvas;
pub mod contract;
pub mod evidence;
mod pdf;
mod prose;
pub mod receipt;
pub mod table;
mod typeface;
mod wording;

pub use archive::Archive;
pub use contract::Contract;
pub use evidence::Evidence;
pub use receipt::Receipt;
pub use table::{Cell, Column, Format, Table, TableFile, Total};
