//! Key rotation: seals all secrets with a new key, in one transaction. Afterwards all of them open with the new key
//! or, after an error, all with the old one. Values already sealed with the new key are skipped, so it can be run
//! again after a crash.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use storage::db::{Db, Tx};
use storage::operations::sealed::{self, Column, Sealed};

use crate::crypto::{Keys, Unsealable};
use crate::identity::{password_resets, two_factor};
use crate::licenses::legal_profile;
use crate::money::cards;
use crate::notifications::mail;
use crate::operations::{key_marks, seal};
use crate::shares::tokens;
use crate::shop::{client_links, hooks};
use crate::{Error, Result, clients, deliveries, offers};

const PAGE: i64 = 500;

/// Returns how many values were sealed with the new key.
pub async fn rotate(db: &Db, old: Keys, new: Keys) -> Result<u64> {
    db.write(move |tx| {
        let mut count = 0;
        for column in Column::ALL {
            count += rotate_column(tx, column, &old, &new)?;
        }
        count += seal::rotate(tx, &old, &new)?;
        key_marks::rotate(tx, &old, &new)?;
        Ok(count)
    })
    .await
}

fn rotate_column(tx: &mut Tx, column: Column, old: &Keys, new: &Keys) -> Result<u64> {
    let (mut count, mut after) = (0, None);
    loop {
        let page = sealed::list(tx, column, after.as_ref(), PAGE)?;
        let Some(last) = page.last() else { return Ok(count) };
        after = Some(last.clone());
        for value in page {
            if let Some(value) = reseal(column, value, old, new)? {
                sealed::replace(tx, column, &value)?;
                count += 1;
            }
        }
    }
}

/// Seals a value with the new key; `None` if the new key opens it already.
fn reseal(column: Column, value: Sealed, old: &Keys, new: &Keys) -> Result<Option<Sealed>> {
    let is_text = column.is_text();
    let bytes = if is_text {
        URL_SAFE_NO_PAD.decode(&value.value).map_err(Error::unexpected)?
    } else {
        value.value.clone()
    };
    let open = |keys: &Keys| match purpose(column) {
        (purpose, false) => keys.open(purpose, value.owner, &bytes),
        (purpose, true) => keys.open_row(purpose, value.owner, &row_of(&value), &bytes),
    };
    if open(new).is_ok() {
        return Ok(None);
    }
    let plain = open(old).map_err(|error| does_not_open(&value, &error))?;
    let bytes = match purpose(column) {
        (purpose, false) => new.seal(purpose, value.owner, &plain),
        (purpose, true) => new.seal_row(purpose, value.owner, &row_of(&value), &plain),
    };
    let stored = if is_text { URL_SAFE_NO_PAD.encode(bytes).into_bytes() } else { bytes };
    Ok(Some(Sealed { value: stored, ..value }))
}

/// The purpose that a column is sealed under, and whether its values are bound to their row.
fn purpose(column: Column) -> (&'static str, bool) {
    match column {
        Column::CardNumber => (cards::NUMBER, true),
        Column::AccountNumber => (clients::NUMBER, true),
        Column::TwoFactorSecret => (two_factor::SECRET, false),
        Column::RecoveryCode => (two_factor::RECOVERY, false),
        Column::CardPin => (cards::pins::HASH, false),
        Column::TaxNumber => (legal_profile::TAX_NUMBER, false),
        Column::ShareToken => (tokens::SEALED, true),
        Column::ShopToken => (client_links::SEALED, true),
        Column::HookSecret | Column::OldHookSecret => (hooks::SEALED, false),
        Column::DeliveryToken => (deliveries::details::SEALED, true),
        Column::OfferToken => (offers::tokens::SEALED, true),
        Column::WayToPay => (offers::ways::SEALED, true),
        Column::Letter => (mail::SEALED, false),
        Column::ResetRequest => (password_resets::SEALED, false),
    }
}

/// The bytes of the row's id; zeros, which open nothing, if it is no id.
fn row_of(value: &Sealed) -> [u8; 16] {
    domain::ids::CardId::parse(&value.row).map(|id| *id.as_bytes()).unwrap_or_default()
}

fn does_not_open(value: &Sealed, error: &Unsealable) -> Error {
    let owner = value.owner;
    Error::Conflict(format!("{error} (account {owner}); nothing was changed"))
}
