//! Clients for an export. Account numbers are masked unless their owner asked for whole ones with a fresh proof.

use domain::beneficiaries::{Beneficiary, masked_account};
use domain::error::Invalid;
use domain::ids::BeneficiaryId;
use paper::{Cell, Column, Table};
use storage::clients::{self, Filter};
use storage::db::Conn;

use super::filters::Filters;
use super::source::{Batch, Desk, PAGE, Source};
use crate::Result;
use crate::clients::{Client, ListForm, with_number};

static TABLE: Table = Table {
    key: "beneficiaries",
    title: "Clients",
    columns: &[
        Column::text("name", "Name", 24),
        Column::text("email", "E-mail", 28),
        Column::text("phone", "Phone", 16),
        Column::text("address", "Address", 0),
        Column::text("relationship", "Relationship", 13),
        Column::text("bank_name", "Bank", 18),
        Column::text("bank_code", "Bank code", 12),
        Column::text("account_number", "Account number", 22),
        Column::text("account_type", "Account type", 14),
        Column::text("notes", "Notes", 0),
        Column::text("id", "Id", 0),
        Column::text("created_at", "Created", 0),
    ],
};

pub(super) struct Beneficiaries(Filter);

impl Beneficiaries {
    pub fn asked(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let form = ListForm {
            search: filters.take("search"),
            relationship: filters.take("relationship"),
            bank_name: filters.take("bank_name"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(|invalid| vec![invalid])?;
        form.check().map(Self)
    }
}

impl Source for Beneficiaries {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, desk: &Desk, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(BeneficiaryId::parse);
        let page = clients::list_after(conn, desk.owner, &self.0, after, PAGE)?;
        Batch::of_page(page, |row| row.id.to_string(), |row| cells(desk, row))
    }
}

fn cells(desk: &Desk, row: Beneficiary) -> Result<Vec<Cell>> {
    let Client { row, account_number } = with_number(&desk.keys, desk.owner, row);
    let account_number =
        if desk.whole_numbers { account_number } else { masked_account(&account_number) };
    Ok(vec![
        row.name.into(),
        row.email.into(),
        row.phone.into(),
        row.address.into(),
        Cell::Word(row.relationship.as_str()),
        row.bank_name.into(),
        row.bank_code.into(),
        account_number.into(),
        Cell::Word(row.account_type.as_str()),
        row.notes.into(),
        row.id.to_string().into(),
        Cell::Moment(row.created_at),
    ])
}
