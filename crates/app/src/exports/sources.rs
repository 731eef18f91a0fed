//! The sources of every kind of export.

use domain::error::Invalid;
use domain::exports::Kind;

use super::filters::Filters;
use super::source::Source;
use super::{
    applications, beneficiaries, documents, goals, license_kinds, licenses, notifications, sales,
    transactions,
};

/// The sources of an export, each with the filters that were sent.
pub(crate) fn of(kind: Kind, filters: &Filters) -> Result<Vec<Box<dyn Source>>, Vec<Invalid>> {
    let mut filters = filters.clone();
    if matches!(kind, Kind::All | Kind::Beneficiaries) {
        filters.take_whole_numbers().map_err(|invalid| vec![invalid])?;
    }
    if kind == Kind::All {
        filters.clone().finish("an export of everything").map_err(|invalid| vec![invalid])?;
    }
    let mut sources = Vec::new();
    for noun in kind.nouns() {
        sources.push(one(noun, filters.clone())?);
    }
    if kind == Kind::All {
        sources.push(Box::new(license_kinds::Kinds));
        sources.push(Box::new(license_kinds::Prices));
    }
    Ok(sources)
}

fn one(noun: Kind, filters: Filters) -> Result<Box<dyn Source>, Vec<Invalid>> {
    Ok(match noun {
        Kind::Transactions => Box::new(transactions::Transactions::asked(filters)?),
        Kind::Licenses => Box::new(licenses::Licenses::asked(filters)?),
        Kind::Sales => Box::new(sales::Sales::asked(filters)?),
        Kind::Beneficiaries => Box::new(beneficiaries::Beneficiaries::asked(filters)?),
        Kind::Documents => Box::new(documents::Documents::asked(filters)?),
        Kind::Goals => Box::new(goals::Goals::asked(filters)?),
        Kind::Applications => Box::new(applications::Applications::asked(filters)?),
        Kind::Notifications => Box::new(notifications::Notifications::asked(filters)?),
        Kind::All => return Err(vec![Invalid::new("type", "all stands for every other type")]),
    })
}
