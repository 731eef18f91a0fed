//! The rows of an export of transactions, with the names of accounts and clients next to their ids.

use std::collections::BTreeMap;

use domain::error::Invalid;
use domain::money::transactions::{Content, Transaction};
use paper::{Cell, Column, Table, Total};
use storage::clients;
use storage::db::Conn;
use storage::lists::page::{MAX_SORTED, Page, Sort};
use storage::money::transactions::filter::Filter;
use storage::money::transactions::list::Bounds;
use storage::money::{accounts, transactions};

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;
use crate::money::transactions::lists::{ListForm, read_cursor, write_cursor};

static TABLE: Table = Table {
    key: "transactions",
    file: "transactions",
    title: "Transactions",
    noun: ("transaction", "transactions"),
    period: Some("date"),
    total: Some(Total {
        label: "Total completed",
        amount: "amount",
        currency: "currency",
        status: ("status", "completed"),
    }),
    columns: &[
        Column::one_line("reference", "Reference"),
        Column::one_line("date", "Date"),
        Column::one_line("time", "Time"),
        Column::one_line("type", "Type"),
        Column::text("title", "Transaction"),
        Column::below("description", "Description"),
        Column::text("client", "Client"),
        Column::text("account", "Account"),
        Column::one_line("status", "Status"),
        Column::figure("amount", "Amount"),
        Column::one_line("currency", "Currency"),
        Column::below("to_account", "To account"),
        Column::below("received", "Received"),
        Column::below("received_currency", "Received in"),
        Column::below("rate", "Exchange rate"),
        Column::hidden("id", "ID"),
        Column::hidden("account_id", "Account ID"),
        Column::hidden("beneficiary_id", "Client ID"),
        Column::hidden("card_id", "Card ID"),
        Column::hidden("sale_id", "Sale ID"),
        Column::hidden("to_account_id", "To account ID"),
        Column::hidden("created_at", "Created"),
    ],
};

/// The bounds of the list query; an export needs no total.
const BOUNDS: Bounds = Bounds { few: MAX_SORTED, counted: 0, walked: 0 };

pub(super) struct Transactions {
    filter: Filter,
    sort: Sort,
}

impl Transactions {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let form = ListForm {
            kind: filters.take("type"),
            status: filters.take("status"),
            search: filters.take("search"),
            from: filters.take("from"),
            to: filters.take("to"),
            account_id: filters.take("account_id"),
            beneficiary_id: filters.take("beneficiary_id"),
            currency: filters.take("currency"),
            min: filters.take("min"),
            max: filters.take("max"),
            sort: filters.take("sort"),
            order: filters.take("order"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(|invalid| vec![invalid])?;
        let (filter, sort, _) = form.check()?;
        Ok(Self { filter, sort })
    }
}

impl Source for Transactions {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(|text| read_cursor(text, self.sort));
        let page = Page { limit: PAGE, offset: 0, after };
        let listing = transactions::list::list_within(
            conn,
            context.owner,
            &self.filter,
            self.sort,
            &page,
            &BOUNDS,
        )?;
        let next = match listing.rows.last().filter(|_| listing.has_more) {
            Some(last) => {
                Some(write_cursor(&transactions::list::cursor_of(last, self.sort.by)?, self.sort))
            }
            None => None,
        };
        let accounts: BTreeMap<_, _> = accounts::list(conn, context.owner)?
            .into_iter()
            .map(|account| (account.id, account.name))
            .collect();
        let named = listing.rows.iter().filter_map(|row| row.content.beneficiary).collect();
        let clients = clients::names(conn, context.owner, &named)?;
        let cells = |row: Transaction| {
            let account = accounts.get(&row.content.account).cloned();
            let client = row.content.beneficiary.and_then(|id| clients.get(&id).cloned());
            let to = row.content.transfer.and_then(|transfer| accounts.get(&transfer.to).cloned());
            cells(row, account, client, to)
        };
        Ok(Batch { rows: listing.rows.into_iter().map(cells).collect(), next })
    }
}

fn cells(
    row: Transaction,
    account: Option<String>,
    client: Option<String>,
    to: Option<String>,
) -> Vec<Cell> {
    let reference = row.reference();
    let Content { account: account_id, kind, status, title, description, day, time, .. } =
        row.content;
    let Content { amount, currency, beneficiary, card, sale, transfer, .. } = row.content;
    vec![
        reference.into(),
        Cell::Day(day),
        Cell::Time(time),
        Cell::Word(kind.as_str()),
        title.into(),
        description.into(),
        client.into(),
        account.into(),
        Cell::Word(status.as_str()),
        Cell::Money(amount.get()),
        Cell::Word(currency.as_str()),
        to.into(),
        transfer.map_or(Cell::Empty, |transfer| Cell::Money(transfer.received.get())),
        transfer.map_or(Cell::Empty, |transfer| Cell::Word(transfer.currency.as_str())),
        transfer.map(|transfer| transfer.rate.to_string()).into(),
        row.id.to_string().into(),
        account_id.to_string().into(),
        beneficiary.map(|id| id.to_string()).into(),
        card.map(|id| id.to_string()).into(),
        sale.map(|id| id.to_string()).into(),
        transfer.map(|transfer| transfer.to.to_string()).into(),
        Cell::Moment(row.created_at),
    ]
}
