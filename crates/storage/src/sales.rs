//! Sales, one at a time. Whoever writes one also writes its totals, what it counts for and its place in
//! the search index, which is seen to here; what it does to the ledger is the use case's.

pub mod batches;
pub(crate) mod buyers;
pub mod figures;
pub mod list;
pub(crate) mod query;
pub mod totals;

use domain::{
    calendar::{Day, TimeOfDay},
    folding::folded,
    ids::{BeneficiaryId, DocumentId, SaleId, TransactionId, UserId},
    money::{Currency, Minor},
    sales::{License, Status, reference},
    time::Timestamp,
    topics::Topic,
    transactions::Position,
};

use crate::db::{Conn, DbError, Row, Tx, Value, params, sql};
use crate::lists::text_index as search;
use crate::lists::text_index::Index;
use crate::money::accounts::read;
use crate::money::transactions::title_key;
use crate::sales::figures::Counted;
use crate::sales::totals::Lane;

/// Who bought. The name and the address stay when the client itself goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buyer {
    pub client: Option<BeneficiaryId>,
    pub name: String,
    pub email: Option<String>,
}

/// What a sale says; the rest of it is given by the books it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub title: String,
    pub beat: Option<DocumentId>,
    pub buyer: Buyer,
    pub amount: Minor,
    pub currency: Currency,
    pub license: License,
    pub day: Day,
    pub status: Status,
    pub notes: Option<String>,
}

/// What refunded a sale, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    pub transaction: TransactionId,
    pub at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    pub id: SaleId,
    pub number: i64,
    pub content: Content,
    /// What brought the money in, as long as the sale is completed or was before its refund.
    pub transaction: Option<TransactionId>,
    pub refund: Option<Refund>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Content {
    pub(crate) fn lane(&self) -> Lane {
        Lane { status: self.status, license: self.license, currency: self.currency }
    }
}

impl Sale {
    pub fn reference(&self) -> String {
        reference(self.number)
    }

    /// By day, then by number: a sale has no time of day.
    pub fn position(&self) -> Result<Position, DbError> {
        read(0, Position::new(self.content.day, TimeOfDay::MIDNIGHT, self.number))
    }

    pub fn title_key(&self) -> String {
        title_key(&self.content.title)
    }

    /// Whether a transaction is the sale's own, and not merely one that names it.
    pub fn owns(&self, transaction: TransactionId) -> bool {
        let refund = self.refund.map(|refund| refund.transaction);
        self.transaction == Some(transaction) || refund == Some(transaction)
    }

    pub(crate) fn search_text(&self) -> String {
        folded(&format!("{}\n{}", self.content.title, self.content.buyer.name))
    }
}

/// The next number of the holder's book. It is spent even where the sale is deleted later.
pub fn next_number(tx: &mut Tx, owner: UserId) -> Result<i64, DbError> {
    next_numbers(tx, owner, 1)
}

/// The first of so many numbers that follow each other.
pub fn next_numbers(tx: &mut Tx, owner: UserId, count: i64) -> Result<i64, DbError> {
    tx.query_one(
        sql!(
            "UPDATE books SET last_sale = last_sale + ?2 WHERE owner_id = ?1
             RETURNING last_sale - ?2 + 1"
        ),
        params![&owner.to_string(), count],
        |row| row.int(0),
    )
}

pub fn find(conn: &mut Conn, owner: UserId, id: SaleId) -> Result<Option<Sale>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, number, title, beat_id, client_id, client, client_email, amount, currency,
                    license, date, status, notes, transaction_id, refund_id, refunded_at, created_at,
                    updated_at
             FROM sales WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), id.to_string()],
        sale,
    )
}

/// Whether a beat has a completed exclusive sale.
pub fn is_given_away(conn: &mut Conn, owner: UserId, beat: DocumentId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!(
            "SELECT 1 FROM sales WHERE owner_id = ?1 AND beat_id = ?2
               AND license = 'exclusive' AND status = 'Completed' LIMIT 1"
        ),
        params![&owner.to_string(), beat.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// The columns a new row fills.
macro_rules! inserted {
    () => {
        "owner_id, id, position, title, beat_id, client_id, client, client_email, amount, currency, \
         license, date, status, notes, transaction_id, refund_id, refunded_at, updated_at, title_key, \
         search, number, created_at"
    };
}
pub(crate) use inserted;

/// What a new row holds, in the same order.
pub(crate) fn columns(owner: UserId, new: &Sale) -> Result<[Value<'static>; 22], DbError> {
    let mut values = said(owner, new)?;
    values.extend([new.number.into(), new.created_at.as_millis().into()]);
    read(0, values.try_into().ok())
}

/// False where the totals would pass what can be kept; the caller must then give up the whole deed.
pub fn insert(tx: &mut Tx, owner: UserId, new: &Sale) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Sales);
    tx.execute(
        sql!(concat!(
            "INSERT INTO sales (",
            inserted!(),
            ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                       ?18, ?19, ?20, ?21, ?22)"
        )),
        &columns(owner, new)?,
    )?;
    let book = search::book(tx, owner)?;
    search::insert(tx, Index::Sales, book, new.number, &new.search_text())?;
    let genre = figures::genre_of(tx, owner, new)?;
    figures::follow(tx, owner, None, &Counted::of(new, genre))?;
    totals::add(tx, owner, new.content.lane(), new.content.day, new.content.amount)
}

/// Replaces what a sale says. False as for `insert`.
pub fn update(tx: &mut Tx, owner: UserId, before: &Sale, after: &Sale) -> Result<bool, DbError> {
    tx.changed(owner, Topic::Sales);
    let counted = Counted::of(before, figures::genre_of(tx, owner, before)?);
    tx.execute(
        sql!(
            "UPDATE sales SET
               position = ?3, title = ?4, beat_id = ?5, client_id = ?6, client = ?7,
               client_email = ?8, amount = ?9, currency = ?10, license = ?11, date = ?12,
               status = ?13, notes = ?14, transaction_id = ?15, refund_id = ?16, refunded_at = ?17,
               updated_at = ?18, title_key = ?19, search = ?20
             WHERE owner_id = ?1 AND id = ?2"
        ),
        &said(owner, after)?,
    )?;
    let text = after.search_text();
    if text != before.search_text() {
        let book = search::book(tx, owner)?;
        search::remove(tx, Index::Sales, book, after.number)?;
        search::insert(tx, Index::Sales, book, after.number, &text)?;
    }
    let (old, new) = (&before.content, &after.content);
    if old.beat != new.beat {
        figures::forget_kept_genre(tx, owner, after.id)?;
    }
    let genre = figures::genre_of(tx, owner, after)?;
    figures::follow(tx, owner, &counted, &Counted::of(after, genre))?;
    if (old.lane(), old.day, old.amount) == (new.lane(), new.day, new.amount) {
        return Ok(true);
    }
    totals::subtract(tx, owner, old.lane(), old.day, old.amount)?;
    totals::add(tx, owner, new.lane(), new.day, new.amount)
}

/// Its transactions are the ledger's to take away.
pub fn remove(tx: &mut Tx, owner: UserId, gone: &Sale) -> Result<(), DbError> {
    tx.changed(owner, Topic::Sales);
    let counted = Counted::of(gone, figures::genre_of(tx, owner, gone)?);
    figures::follow(tx, owner, &counted, None)?;
    tx.execute(
        sql!("DELETE FROM sales WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), gone.id.to_string()],
    )?;
    let book = search::book(tx, owner)?;
    search::remove(tx, Index::Sales, book, gone.number)?;
    totals::subtract(tx, owner, gone.content.lane(), gone.content.day, gone.content.amount)
}

/// The parameters an insert and an update share, in their order.
fn said(owner: UserId, sale: &Sale) -> Result<Vec<Value<'static>>, DbError> {
    let Content { title, beat, buyer, amount, currency, license, day, status, notes } =
        &sale.content;
    Ok(vec![
        owner.to_string().into(),
        sale.id.to_string().into(),
        sale.position()?.as_int().into(),
        title.clone().into(),
        beat.map(|id| id.to_string()).into(),
        buyer.client.map(|id| id.to_string()).into(),
        buyer.name.clone().into(),
        buyer.email.clone().into(),
        amount.get().into(),
        currency.as_str().into(),
        license.as_str().into(),
        day.to_string().into(),
        status.as_str().into(),
        notes.clone().into(),
        sale.transaction.map(|id| id.to_string()).into(),
        sale.refund.map(|refund| refund.transaction.to_string()).into(),
        sale.refund.map(|refund| refund.at.as_millis()).into(),
        sale.updated_at.as_millis().into(),
        sale.title_key().into(),
        sale.search_text().into(),
    ])
}

/// From the columns in the order `find` and the lists name them.
pub(crate) fn sale(row: &Row<'_>) -> Result<Sale, DbError> {
    fn id<T>(
        row: &Row<'_>,
        at: usize,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, DbError> {
        row.opt_text(at)?.map(|text| read(at, parse(text))).transpose()
    }
    let text = |at: usize| Ok::<_, DbError>(row.opt_text(at)?.map(str::to_owned));
    let refunded_at = row.opt_int(15)?.map(Timestamp::from_millis);
    Ok(Sale {
        id: read(0, SaleId::parse(row.text(0)?))?,
        number: row.int(1)?,
        content: Content {
            title: row.text(2)?.to_owned(),
            beat: id(row, 3, DocumentId::parse)?,
            buyer: Buyer {
                client: id(row, 4, BeneficiaryId::parse)?,
                name: row.text(5)?.to_owned(),
                email: text(6)?,
            },
            amount: read(7, Minor::new(row.int(7)?))?,
            currency: read(8, Currency::find(row.text(8)?))?,
            license: read(9, License::find(row.text(9)?))?,
            day: read(10, Day::read(row.text(10)?))?,
            status: read(11, Status::find(row.text(11)?))?,
            notes: text(12)?,
        },
        transaction: id(row, 13, TransactionId::parse)?,
        refund: id(row, 14, TransactionId::parse)?
            .zip(refunded_at)
            .map(|(transaction, at)| Refund { transaction, at }),
        created_at: Timestamp::from_millis(row.int(16)?),
        updated_at: Timestamp::from_millis(row.int(17)?),
    })
}
