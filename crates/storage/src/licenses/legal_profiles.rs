//! The producer as a party of contracts. The tax number is sealed: this file never sees one in plain text.

use domain::ids::UserId;
use domain::licenses::legal_profile::LegalProfile;
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Tx, params, sql};

/// A profile and its sealed tax number.
type Stored = (LegalProfile, Option<Vec<u8>>);

/// Returns `None` until the account has its first license kinds.
pub fn find(conn: &mut Conn, owner: UserId) -> Result<Option<Stored>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT legal_name, alias, address, country, governing_law, pro, ipi, publisher, tax_number,
                    shows_address
             FROM legal_profiles WHERE owner_id = ?1"
        ),
        params![&owner.to_string()],
        |row| {
            let text = |at: usize| Ok::<_, DbError>(row.text(at)?.to_owned());
            let profile = LegalProfile {
                legal_name: text(0)?,
                alias: text(1)?,
                address: text(2)?,
                country: text(3)?,
                governing_law: text(4)?,
                pro: text(5)?,
                ipi: text(6)?,
                publisher: text(7)?,
                shows_address: row.flag(9)?,
            };
            Ok((profile, row.opt_blob(8)?.map(<[u8]>::to_vec)))
        },
    )
}

pub fn exists(conn: &mut Conn, owner: UserId) -> Result<bool, DbError> {
    let found = conn.query_opt(
        sql!("SELECT 1 FROM legal_profiles WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Inserts the profile or replaces it.
pub fn put(
    tx: &mut Tx,
    owner: UserId,
    profile: &LegalProfile,
    sealed_tax_number: Option<&[u8]>,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.record_change(owner, Topic::LicenseKinds);
    tx.execute(
        sql!(
            "INSERT INTO legal_profiles
               (owner_id, legal_name, alias, address, country, governing_law, pro, ipi, publisher,
                tax_number, updated_at, shows_address)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             ON CONFLICT (owner_id) DO UPDATE SET
               legal_name = excluded.legal_name, alias = excluded.alias,
               address = excluded.address, country = excluded.country,
               governing_law = excluded.governing_law, pro = excluded.pro, ipi = excluded.ipi,
               publisher = excluded.publisher, tax_number = excluded.tax_number,
               updated_at = excluded.updated_at, shows_address = excluded.shows_address"
        ),
        params![
            &owner.to_string(),
            &profile.legal_name,
            &profile.alias,
            &profile.address,
            &profile.country,
            &profile.governing_law,
            &profile.pro,
            &profile.ipi,
            &profile.publisher,
            sealed_tax_number,
            now.as_millis(),
            i64::from(profile.shows_address),
        ],
    )?;
    Ok(())
}
