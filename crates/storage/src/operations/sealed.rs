//! Every value that is sealed with the installation's key, so that all can be sealed again with another key. A
//! new sealed column must be added here.

use domain::ids::UserId;

use crate::db::{Conn, DbError, Sql, Tx, params, sql};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    CardNumber,
    AccountNumber,
    TwoFactorSecret,
    RecoveryCode,
    CardPin,
    /// The tax number of a legal profile, where there is one.
    TaxNumber,
    /// The token of a share's link.
    ShareToken,
    /// The token of a client's link to the public page.
    ShopToken,
    /// The signing secret of the webhook to which Stripe reports payments, and the secret before it.
    HookSecret,
    OldHookSecret,
    /// The token of a delivery.
    DeliveryToken,
    /// The token of an offer's link.
    OfferToken,
    /// Bank details and other ways to pay.
    WayToPay,
    /// The content of a queued email, as text.
    Letter,
    /// The payload of a queued password reset job, as text.
    ResetRequest,
}

impl Column {
    pub const ALL: [Self; 15] = [
        Self::CardNumber,
        Self::AccountNumber,
        Self::TwoFactorSecret,
        Self::RecoveryCode,
        Self::CardPin,
        Self::TaxNumber,
        Self::ShareToken,
        Self::ShopToken,
        Self::HookSecret,
        Self::OldHookSecret,
        Self::DeliveryToken,
        Self::OfferToken,
        Self::WayToPay,
        Self::Letter,
        Self::ResetRequest,
    ];

    /// Whether the column's type is text.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Letter | Self::ResetRequest)
    }
}

#[derive(Debug, Clone)]
pub struct Sealed {
    pub owner: UserId,
    /// The row's key among the owner's rows; empty if there is at most one row.
    pub row: String,
    pub value: Vec<u8>,
}

/// Up to `most` values after a position.
pub fn list(
    conn: &mut Conn,
    column: Column,
    after: Option<&Sealed>,
    most: i64,
) -> Result<Vec<Sealed>, DbError> {
    let statement: &Sql = match column {
        Column::CardNumber => sql!(
            "SELECT owner_id, id, number FROM cards
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::AccountNumber => sql!(
            "SELECT owner_id, id, account_number FROM beneficiaries
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::TwoFactorSecret => sql!(
            "SELECT owner_id, '-' AS id, secret FROM two_factor
             WHERE (owner_id, '-') > (?1, ?2) ORDER BY owner_id LIMIT ?3"
        ),
        // Texts of different length would not sort like numbers, so all get the same length.
        Column::RecoveryCode => sql!(
            "SELECT owner_id, CAST(number + 1000000 AS TEXT) AS id, code FROM recovery_codes
             WHERE (owner_id, CAST(number + 1000000 AS TEXT)) > (?1, ?2)
             ORDER BY owner_id, number LIMIT ?3"
        ),
        Column::CardPin => sql!(
            "SELECT owner_id, '-' AS id, hash FROM card_pins
             WHERE (owner_id, '-') > (?1, ?2) ORDER BY owner_id LIMIT ?3"
        ),
        Column::TaxNumber => sql!(
            "SELECT owner_id, '-' AS id, tax_number FROM legal_profiles
             WHERE tax_number IS NOT NULL AND (owner_id, '-') > (?1, ?2)
             ORDER BY owner_id LIMIT ?3"
        ),
        Column::ShareToken => sql!(
            "SELECT owner_id, id, token FROM share_links
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::ShopToken => sql!(
            "SELECT owner_id, client_id AS id, token FROM shop_links
             WHERE (owner_id, client_id) > (?1, ?2) ORDER BY owner_id, client_id LIMIT ?3"
        ),
        Column::HookSecret => sql!(
            "SELECT owner_id, '-' AS id, secret FROM payment_hooks
             WHERE (owner_id, '-') > (?1, ?2) ORDER BY owner_id LIMIT ?3"
        ),
        Column::OldHookSecret => sql!(
            "SELECT owner_id, '-' AS id, old_secret FROM payment_hooks
             WHERE old_secret IS NOT NULL AND (owner_id, '-') > (?1, ?2)
             ORDER BY owner_id LIMIT ?3"
        ),
        Column::DeliveryToken => sql!(
            "SELECT owner_id, id, token FROM deliveries
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::OfferToken => sql!(
            "SELECT owner_id, id, token FROM offer_links
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::WayToPay => sql!(
            "SELECT owner_id, id, details FROM ways_to_pay
             WHERE (owner_id, id) > (?1, ?2) ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::Letter => sql!(
            "SELECT owner_id, id, payload FROM jobs
             WHERE kind LIKE 'mail-%' AND (owner_id, id) > (?1, ?2)
             ORDER BY owner_id, id LIMIT ?3"
        ),
        Column::ResetRequest => sql!(
            "SELECT owner_id, id, payload FROM jobs
             WHERE kind = 'password-reset' AND (owner_id, id) > (?1, ?2)
             ORDER BY owner_id, id LIMIT ?3"
        ),
    };
    let owner = after.map(|sealed| sealed.owner.to_string()).unwrap_or_default();
    let row = after.map(|sealed| sealed.row.clone()).unwrap_or_default();
    conn.query(statement, params![owner, row, most], |row| {
        let owner = UserId::parse(row.text(0)?);
        let value = match column {
            column if column.is_text() => row.text(2)?.as_bytes().to_vec(),
            _ => row.blob(2)?.to_vec(),
        };
        let unreadable = || DbError::Decode { column: 0, reason: "not an owner".to_owned() };
        Ok(Sealed { owner: owner.ok_or_else(unreadable)?, row: row.text(1)?.to_owned(), value })
    })
}

pub fn replace(tx: &mut Tx, column: Column, sealed: &Sealed) -> Result<(), DbError> {
    let owner = sealed.owner.to_string();
    let row = &sealed.row;
    match column {
        Column::CardNumber => tx.execute(
            sql!("UPDATE cards SET number = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::AccountNumber => tx.execute(
            sql!("UPDATE beneficiaries SET account_number = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::TwoFactorSecret => tx.execute(
            sql!("UPDATE two_factor SET secret = ?2 WHERE owner_id = ?1"),
            params![owner, &sealed.value],
        ),
        Column::RecoveryCode => tx.execute(
            sql!(
                "UPDATE recovery_codes SET code = ?3
                 WHERE owner_id = ?1 AND CAST(number + 1000000 AS TEXT) = ?2"
            ),
            params![owner, row, &sealed.value],
        ),
        Column::CardPin => tx.execute(
            sql!("UPDATE card_pins SET hash = ?2 WHERE owner_id = ?1"),
            params![owner, &sealed.value],
        ),
        Column::TaxNumber => tx.execute(
            sql!("UPDATE legal_profiles SET tax_number = ?2 WHERE owner_id = ?1"),
            params![owner, &sealed.value],
        ),
        Column::ShareToken => tx.execute(
            sql!("UPDATE share_links SET token = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::ShopToken => tx.execute(
            sql!("UPDATE shop_links SET token = ?3 WHERE owner_id = ?1 AND client_id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::HookSecret => tx.execute(
            sql!("UPDATE payment_hooks SET secret = ?2 WHERE owner_id = ?1"),
            params![owner, &sealed.value],
        ),
        Column::OldHookSecret => tx.execute(
            sql!("UPDATE payment_hooks SET old_secret = ?2 WHERE owner_id = ?1"),
            params![owner, &sealed.value],
        ),
        Column::DeliveryToken => tx.execute(
            sql!("UPDATE deliveries SET token = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::OfferToken => tx.execute(
            sql!("UPDATE offer_links SET token = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::WayToPay => tx.execute(
            sql!("UPDATE ways_to_pay SET details = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, &sealed.value],
        ),
        Column::Letter | Column::ResetRequest => tx.execute(
            sql!("UPDATE jobs SET payload = ?3 WHERE owner_id = ?1 AND id = ?2"),
            params![owner, row, String::from_utf8_lossy(&sealed.value).into_owned()],
        ),
    }?;
    Ok(())
}
