//! The ledger's promises, through the use cases, on both engines: postings add up to zero, a balance is
//! the sum of its postings, and neither a repeated request nor a crowd changes that. TXN-03

mod actions;
mod crowd;
mod figures;
mod figures_check;
mod figures_model;
mod large_sums;
mod ledger_model;
mod lists;
mod once;
mod sale_lists;
mod samples;
mod seeded;
mod sequences;
