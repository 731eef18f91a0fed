//! Inserts many sales of one account holder in one database transaction. The rows, the search index and the
//! totals are the same as with `sales::insert`, but a batch updates the counter and the totals only once.

use std::collections::BTreeMap;

use domain::ids::UserId;
use domain::notifications::topics::Topic;
use domain::sales::Sale;

use crate::db::{DbError, Tx, many_rows};
use crate::lists::text_index as search;
use crate::lists::text_index::Index;
use crate::sales::figures::{self, CountedSale};
use crate::sales::totals::{self, Lane, Tally};
use crate::sales::{columns, inserted};

/// Returns false if the totals would overflow; the caller must then roll the transaction back.
pub fn insert(tx: &mut Tx, owner: UserId, new: &[Sale]) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Sales);
    let rows = new.iter().map(|sale| columns(owner, sale)).collect::<Result<Vec<_>, _>>()?;
    many_rows::insert(tx, concat!("sales (", inserted!(), ")"), rows)?;

    let book = search::book(tx, owner)?;
    for sale in new {
        search::insert(tx, Index::Sales, book, sale.number, &sale.search_text())?;
    }

    let (mut genres, mut counted, mut tally) = (BTreeMap::new(), Vec::new(), Tally::default());
    for sale in new {
        let beat = sale.content.beat.map(|beat| beat.to_string());
        let genre = match genres.get(&beat) {
            Some(known) => known,
            None => genres.entry(beat).or_insert(figures::genre_of(tx, owner, sale)?),
        };
        counted.extend(CountedSale::of(sale, genre.clone()));
        tally.count(Lane::of(&sale.content), sale.content.day, sale.content.amount);
    }
    figures::apply_change(tx, owner, None, &counted)?;
    totals::add_all(tx, owner, &tally)
}
