//! Real, broken and synthesized files, analyzed, recognized and made into previews and posters. All tests are one binary,
//! because every further binary has to be linked with the whole crate again.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails its test")]

mod beats;
mod files;
mod mutations;
mod posters;
mod previews;
mod sniffing;
mod tempo;
