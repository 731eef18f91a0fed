//! Verifies that a license is unchanged since its issue: each entry of its record, everything that was frozen, and the
//! bytes of its contract.

use std::collections::BTreeSet;

use blobs::{BlobError, Reader};
use domain::ids::{LicenseId, UserId};
use domain::licenses::events::{Kind, find_break, origin};
use domain::licenses::issued::License;
use domain::licenses::reference;
use domain::time::Timestamp;
use storage::identity::users;
use storage::identity::zones;
use storage::licenses::{events, issued};

use super::details::{LicenseDetails, read_details};
use super::lists;
use crate::files::blob_keys::contract_key;
use crate::{Actor, App, Error, Result};

const AT_A_TIME: i64 = 200;

pub struct Evidence {
    pub whole: LicenseDetails,
    /// A sentence about the first fault; `None` if the license is unchanged.
    pub broken: Option<String>,
    pub checked_at: Timestamp,
}

pub async fn of_license(app: &App, actor: &Actor, id: LicenseId) -> Result<Evidence> {
    let whole = lists::find(app, actor, id).await?;
    let broken = find_fault(app, actor.user, &whole).await?;
    Ok(Evidence { whole, broken, checked_at: app.now() })
}

/// The contract as it was stored when the license was issued.
pub async fn contract(app: &App, actor: &Actor, id: LicenseId) -> Result<(License, Reader)> {
    let LicenseDetails { license, .. } = lists::find(app, actor, id).await?;
    let key = contract_key(actor.user, license.id);
    let facts = app.blobs.head(&key).await?.ok_or(BlobError::NotFound)?;
    Ok((license, app.blobs.read(&key, 0..facts.size)))
}

/// The result of `verify`: the number of licenses, and a sentence for each license that was changed since its issue.
#[derive(Debug, Default)]
pub struct Verified {
    pub licenses: u64,
    pub broken: Vec<String>,
}

/// Verifies every license of every account.
pub async fn verify(app: &App) -> Result<Verified> {
    let mut verified = Verified::default();
    let mut after = UserId::NOBODY;
    loop {
        let owners =
            app.read(move |conn| Ok(users::list_ids_after(conn, after, AT_A_TIME)?)).await?;
        let Some(last) = owners.last().copied() else { return Ok(verified) };
        for owner in owners {
            verify_account(app, owner, &mut verified).await?;
        }
        after = last;
    }
}

async fn verify_account(app: &App, owner: UserId, verified: &mut Verified) -> Result<()> {
    let now = app.now();
    let (email, given, today) = app
        .read(move |conn| {
            let email = users::find(conn, owner)?.map(|user| user.email).unwrap_or_default();
            let today = zones::day_of(conn, owner, now)?;
            Ok((email, issued::given_numbers(conn, owner)?.0, today))
        })
        .await?;
    let (mut after, mut missing) = (0, BTreeSet::new());
    loop {
        let licenses = app
            .read(move |conn| {
                conn.snapshot()?;
                let licenses = issued::list_after(conn, owner, after, AT_A_TIME)?;
                let all =
                    licenses.into_iter().map(|license| read_details(conn, owner, license, today));
                all.collect::<Result<Vec<_>>>()
            })
            .await?;
        if licenses.is_empty() {
            break;
        }
        for whole in &licenses {
            missing.extend(after + 1..whole.license.number);
            after = whole.license.number;
            verified.licenses += 1;
            if let Some(sentence) = find_fault(app, owner, whole).await? {
                let reference = whole.license.reference();
                verified.broken.push(format!("{reference} of {email}: {sentence}"));
            }
        }
    }
    missing.extend(after + 1..=given);
    let cleared = app.read(move |conn| Ok(issued::given_numbers(conn, owner)?.1)).await?;
    for number in missing.difference(&cleared) {
        let sentence = "The license is missing.";
        verified.broken.push(format!("{} of {email}: {sentence}", reference(*number)));
    }
    Ok(())
}

async fn find_fault(app: &App, owner: UserId, whole: &LicenseDetails) -> Result<Option<String>> {
    let LicenseDetails { license, events: entries, files, .. } = whole;
    let start = origin(owner, license.id, events::digest);
    let chain = find_break(entries, &start, license.events, &license.head, events::digest);
    if chain.is_some() {
        return Ok(chain);
    }
    let issued = entries.iter().find(|event| event.happened.kind == Kind::Issued);
    let Some(issued) = issued else {
        return Ok(Some("The record has no entry of the issue.".to_owned()));
    };
    if issued.happened.facts.as_deref() != Some(&events::digest(&license.frozen(files))) {
        let sentence = "The terms, the parties or the files were changed after the issue.";
        return Ok(Some(sentence.to_owned()));
    }
    contract_is_whole(app, owner, license.id, &license.contract.sha256).await
}

async fn contract_is_whole(
    app: &App,
    owner: UserId,
    id: LicenseId,
    sha256: &str,
) -> Result<Option<String>> {
    match app.blobs.get(&contract_key(owner, id)).await {
        Ok(bytes) if events::digest(&bytes) == sha256 => Ok(None),
        Ok(_) => Ok(Some("The contract isn't the file that was stored at the issue.".to_owned())),
        Err(BlobError::NotFound) => Ok(Some("The contract is missing.".to_owned())),
        Err(error) => Err(Error::from(error)),
    }
}
