//! Black-box tests of the program over HTTP and at the command line, one file per resource.

#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "in a test, what does not work out is a failure"
)]

mod harness;

mod answers;
mod applications;
mod clients;
mod deliveries;
mod exports;
mod figures;
mod http;
mod identity;
mod library;
mod licenses;
mod money;
mod notifications;
mod offers;
mod operations;
mod public;
mod sales;
mod shares;
mod shop;
mod unit;
