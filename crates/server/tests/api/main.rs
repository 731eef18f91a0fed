//! Black-box tests of the program over HTTP and at the command line, one file per noun.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "in a test, what does not work out is a failure"
)]

mod harness;
mod people;

mod assets;
mod auth;
mod avatars;
mod cli;
mod http;
mod isolation;
mod limits;
mod openapi;
mod operations;
mod security;
mod sessions;
mod settings;
mod trouble;
mod two_factor;
mod users;
