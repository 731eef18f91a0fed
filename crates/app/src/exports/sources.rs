//! The sources of every kind of export.

use domain::error::Invalid;
use domain::exports::Kind;

use super::filters::Filters;
use super::source::Source;
use super::{
    applications, beneficiaries, documents, goals, license_kinds, licenses, notifications, sales,
    transactions,
};

/// Returns the sources of an export, each with the filters that were sent.
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
        Kind::Transactions => Box::new(transactions::Transactions::from_filters(filters)?),
        Kind::Licenses => Box::new(licenses::Licenses::from_filters(filters)?),
        Kind::Sales => Box::new(sales::Sales::from_filters(filters)?),
        Kind::Beneficiaries => Box::new(beneficiaries::Beneficiaries::from_filters(filters)?),
        Kind::Documents => Box::new(documents::Documents::from_filters(filters)?),
        Kind::Goals => Box::new(goals::Goals::from_filters(filters)?),
        Kind::Applications => Box::new(applications::Applications::from_filters(filters)?),
        Kind::Notifications => Box::new(notifications::Notifications::from_filters(filters)?),
        Kind::All => return Err(vec![Invalid::new("type", "all stands for every other type")]),
    })
}
