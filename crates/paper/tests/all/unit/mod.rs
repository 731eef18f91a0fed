//! Single modules of the crate, each in a file at the same place as in `src`.

mod prose;
mod table {
    mod layout;
    mod xlsx;
}
mod typeface;
mod wording;
