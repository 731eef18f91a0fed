//! The legal profile: the producer as a party of contracts, and the tax number, which is sealed in the database.

use domain::error::{Faults, Invalid};
use domain::ids::UserId;
use domain::licenses::legal_profile::{LegalProfile, ipi, text};
use storage::licenses::legal_profiles;

use super::kinds;
use crate::crypto::Keys;
use crate::{Actor, App, Result};

/// The purpose that tax numbers are sealed under.
pub(crate) const TAX_NUMBER: &str = "tax number";

const LONGEST_LINE: usize = 120;
const LONGEST_ADDRESS: usize = 300;
const LONGEST_TAX_NUMBER: usize = 40;

/// The legal profile with only the last characters of the tax number.
#[derive(Debug)]
pub struct LegalProfileView {
    pub profile: LegalProfile,
    pub tax_number_ending: Option<String>,
}

pub async fn find(app: &App, actor: &Actor) -> Result<LegalProfileView> {
    let owner = actor.user;
    let found = app.read(move |conn| Ok(legal_profiles::find(conn, owner)?)).await?;
    let (profile, sealed) = found.unwrap_or_default();
    Ok(to_view(&app.keys, owner, profile, sealed.as_deref()))
}

pub(crate) fn to_view(
    keys: &Keys,
    owner: UserId,
    profile: LegalProfile,
    sealed: Option<&[u8]>,
) -> LegalProfileView {
    let number = sealed.and_then(|sealed| keys.open(TAX_NUMBER, owner, sealed).ok());
    let tax_number_ending = number.map(|number| ending(&String::from_utf8_lossy(&number)));
    LegalProfileView { profile, tax_number_ending }
}

/// The last four characters; fewer of a short number, so that most of it stays hidden.
fn ending(number: &str) -> String {
    let length = number.chars().count();
    number.chars().skip(length - (length / 2).min(4)).collect()
}

/// The fields of a changed profile. An omitted field keeps its value; an empty text clears it. It has no `Debug`,
/// because it holds the tax number.
#[derive(Default)]
pub struct LegalProfileForm {
    pub legal_name: Option<String>,
    pub alias: Option<String>,
    pub address: Option<String>,
    pub country: Option<String>,
    pub governing_law: Option<String>,
    pub pro: Option<String>,
    pub ipi: Option<String>,
    pub publisher: Option<String>,
    pub tax_number: Option<String>,
    pub shows_address: Option<bool>,
}

impl LegalProfileForm {
    fn check(self) -> Result<Self, Vec<Invalid>> {
        let mut faults = Faults::default();
        let mut line = |field, sent: Option<String>, most| {
            sent.and_then(|sent| faults.take(text(field, &sent, most, field == "address")))
        };
        let checked = Self {
            legal_name: line("legal_name", self.legal_name, LONGEST_LINE),
            alias: line("alias", self.alias, LONGEST_LINE),
            address: line("address", self.address, LONGEST_ADDRESS),
            country: line("country", self.country, LONGEST_LINE),
            governing_law: line("governing_law", self.governing_law, LONGEST_LINE),
            pro: line("pro", self.pro, LONGEST_LINE),
            publisher: line("publisher", self.publisher, LONGEST_LINE),
            tax_number: line("tax_number", self.tax_number, LONGEST_TAX_NUMBER),
            ipi: self.ipi.and_then(|sent| faults.take(ipi(&sent))),
            shows_address: self.shows_address,
        };
        faults.finish()?;
        Ok(checked)
    }
}

pub async fn update(app: &App, actor: &Actor, form: LegalProfileForm) -> Result<LegalProfileView> {
    let (owner, now, keys) = (actor.user, app.now(), app.keys.clone());
    let form = form.check()?;
    app.write(move |tx| {
        kinds::add_defaults(tx, owner, now)?;
        let (old, sealed) = legal_profiles::find(tx, owner)?.unwrap_or_default();
        let profile = LegalProfile {
            legal_name: form.legal_name.unwrap_or(old.legal_name),
            alias: form.alias.unwrap_or(old.alias),
            address: form.address.unwrap_or(old.address),
            country: form.country.unwrap_or(old.country),
            governing_law: form.governing_law.unwrap_or(old.governing_law),
            pro: form.pro.unwrap_or(old.pro),
            ipi: form.ipi.unwrap_or(old.ipi),
            publisher: form.publisher.unwrap_or(old.publisher),
            shows_address: form.shows_address.unwrap_or(old.shows_address),
        };
        let sealed = match form.tax_number.as_deref() {
            None => sealed,
            Some("") => None,
            Some(number) => Some(keys.seal(TAX_NUMBER, owner, number.as_bytes())),
        };
        legal_profiles::put(tx, owner, &profile, sealed.as_deref(), now)?;
        Ok(to_view(&keys, owner, profile, sealed.as_deref()))
    })
    .await
}
