//! The rows of an export of clients. Account numbers are masked unless the owner requested full numbers, with a fresh
//! proof of identity.

use domain::clients::{Beneficiary, masked_account};
use domain::error::Invalid;
use domain::ids::BeneficiaryId;
use paper::{Cell, Column, Table};
use storage::clients::{self, Filter};
use storage::db::Conn;

use super::filters::Filters;
use super::source::{Batch, ExportContext, PAGE, Source};
use crate::Result;
use crate::clients::{Client, ListForm, with_number};

static TABLE: Table = Table {
    key: "beneficiaries",
    file: "clients",
    title: "Clients",
    noun: ("client", "clients"),
    period: None,
    total: None,
    columns: &[
        Column::text("name", "Name"),
        Column::text("email", "Email"),
        Column::one_line("phone", "Phone"),
        Column::below("address", "Address"),
        Column::one_line("relationship", "Relationship"),
        Column::text("bank_name", "Bank"),
        Column::one_line("bank_code", "Bank code"),
        Column::one_line("account_number", "Account number"),
        Column::one_line("account_type", "Account type"),
        Column::below("notes", "Notes"),
        Column::hidden("id", "ID"),
        Column::hidden("created_at", "Created"),
    ],
};

pub(super) struct Beneficiaries(Filter);

impl Beneficiaries {
    pub fn from_filters(mut filters: Filters) -> Result<Self, Vec<Invalid>> {
        let form = ListForm {
            search: filters.take("search"),
            relationship: filters.take("relationship"),
            bank_name: filters.take("bank_name"),
            ..ListForm::default()
        };
        filters.finish(TABLE.key).map_err(|invalid| vec![invalid])?;
        form.check().map(|(filter, _)| Self(filter))
    }
}

impl Source for Beneficiaries {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let after = after.and_then(BeneficiaryId::parse);
        let page = clients::list_after(conn, context.owner, &self.0, after, PAGE)?;
        Batch::of_page(page, |row| row.id.to_string(), |row| cells(context, row))
    }
}

fn cells(context: &ExportContext, row: Beneficiary) -> Result<Vec<Cell>> {
    let Client { row, account_number } = with_number(&context.keys, context.owner, row);
    let account_number =
        if context.whole_numbers { account_number } else { masked_account(&account_number) };
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
