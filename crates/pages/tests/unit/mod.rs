//! Single modules of the crate, each in a file at the same place as in `src`.

mod contract;
mod picture;
mod sound;
mod text;
