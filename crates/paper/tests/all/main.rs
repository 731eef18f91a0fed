//! Everything that the crate writes, read back by other programs. All tests are one binary, because every further binary
//! has to be linked with the whole crate again.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "in a test, what does not work out is a failure"
)]

mod contracts;
mod reader;
mod receipts;
mod tables;
mod unit;
