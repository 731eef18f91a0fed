//! Inserts many transactions of one account holder in one database transaction. The rows, the search index and
//! the totals are the same as with `transactions::insert`, but a batch reads the counter and updates the totals
//! only once.

use domain::ids::UserId;
use domain::money::transactions::Transaction;

use crate::db::{DbError, Engine, Tx, many_rows, sql};
use crate::lists::text_index as search;
use crate::money::transactions::totals::{self, Tally};
use crate::money::transactions::{columns, inserted};

/// Returns false if the totals would overflow; the caller must then roll the transaction back.
pub fn insert(tx: &mut Tx, owner: UserId, new: &[Transaction]) -> Result<bool, DbError> {
    let owner_text = owner.to_string();
    let texts: Vec<String> = new.iter().map(Transaction::search_text).collect();
    let rows = new.iter().zip(&texts).map(|(new, text)| columns(&owner_text, new, text));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    many_rows::insert(tx, concat!("transactions (", inserted!(), ")"), rows)?;

    let book = search::book(tx, owner)?;
    for (new, text) in new.iter().zip(&texts) {
        search::insert(tx, search::Index::Transactions, book, new.number, text)?;
    }

    let mut tally = Tally::default();
    for new in new {
        tally.count(&new.content);
    }
    totals::add_all(tx, owner, &tally)
}

/// Call this after the last batch: updates the index and the engine's statistics, which a bulk insert leaves
/// outdated.
pub fn finish(tx: &mut Tx) -> Result<(), DbError> {
    search::optimize(tx)?;
    if tx.engine() == Engine::Postgres {
        for analyze in [
            sql!("ANALYZE transactions"),
            sql!("ANALYZE postings"),
            sql!("ANALYZE transaction_totals"),
            sql!("ANALYZE sales"),
            sql!("ANALYZE sale_totals"),
            sql!("ANALYZE sale_buyer_totals"),
            sql!("ANALYZE sale_buyer_years"),
            sql!("ANALYZE sale_genre_totals"),
            sql!("ANALYZE documents"),
        ] {
            tx.execute(analyze, &[])?;
        }
    }
    Ok(())
}
