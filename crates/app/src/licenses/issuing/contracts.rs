//! The contract of a draft as a PDF, stored before the license is written.

use std::sync::Arc;

use domain::identity::sessions::device;
use domain::ids::{LicenseId, UserId};
use domain::licenses::fields::Buyer;
use domain::licenses::issued::Contract;
use domain::licenses::reference;
use domain::licenses::spelling::long_day;
use domain::time::Timestamp;
use paper::contract::{Contract as Paper, Record};
use paper::receipt::Party;
use seal::Seal;
use storage::licenses::events;

use super::drafts::Draft;
use crate::files::blob_keys::contract_key;
use crate::library::removal::UncommittedBlob;
use crate::{App, Caller, Error, Result, crypto, operations};

/// A draft with its contract.
pub(super) struct DraftWithContract {
    pub(super) draft: Draft,
    pub(super) contract: Contract,
}

async fn make(
    draft: Draft,
    caller: Caller,
    seal: Option<Arc<Seal>>,
) -> Result<(DraftWithContract, Vec<u8>)> {
    let made = tokio::task::spawn_blocking(move || {
        let Draft { grant, zone, producer, blocks, number, sale, replaced, accepted, .. } = &draft;
        let reference = reference(*number);
        let given = |lines: Vec<&'_ str>| -> Vec<String> {
            let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
            lines.map(str::to_owned).collect()
        };
        let of = |first: &'_ str, address: &'_ str, rest: &[&'_ str]| {
            given([&[first], address.lines().collect::<Vec<_>>().as_slice(), rest].concat())
        };
        let seller = of(&producer.alias, &producer.address, &[]);
        let Buyer { alias, address, country, email, .. } = &grant.buyer;
        let buyer = of(alias, address, &[country, email]);
        let (address, browser) = match accepted {
            Some(signed) => (signed.address.clone(), signed.browser.clone()),
            None => (caller.address.to_string(), device(caller.user_agent.as_deref())),
        };
        let note = match (sale, replaced) {
            _ if accepted.is_some() => {
                let reference = accepted.as_ref().map(|signed| signed.reference.as_str());
                format!("Issued for offer {}.", reference.unwrap_or_default())
            }
            (Some(sale), _) => {
                let day = long_day(sale.content.day);
                format!("Issued for sale {} of {day}.", sale.reference())
            }
            (None, Some(old)) => format!("Replaces {}.", old.reference()),
            (None, None) => String::new(),
        };
        let paper = Paper {
            reference: &reference,
            kind: &grant.kind_name,
            title: &grant.title,
            producer: Party {
                name: &producer.name,
                details: seller.iter().map(String::as_str).collect(),
            },
            buyer: Party {
                name: &grant.buyer.name,
                details: buyer.iter().map(String::as_str).collect(),
            },
            issued: zone.day_of(grant.issued_at),
            blocks,
            record: Record {
                accepted_by: accepted.as_ref().map(|signed| signed.by.as_str()),
                at: accepted.as_ref().map_or(grant.issued_at, |signed| signed.at),
                address: &address,
                browser: &browser,
                note: &note,
                producer_address: &producer.address,
                days: Some((grant.starts_on, grant.expires_on)),
                text: &draft.agreed,
                text_version: grant.text_version,
                text_hash: &grant.text_hash,
            },
        };
        let (bytes, pages) = operations::seal::write(seal.as_deref(), &paper)?;
        let contract = Contract {
            size: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
            pages: i64::try_from(pages).unwrap_or(i64::MAX),
            sha256: events::digest(&bytes),
        };
        Ok((DraftWithContract { draft, contract }, bytes))
    });
    made.await.map_err(Error::unexpected)?
}

/// Makes the contract and stores it under the id of a new license. The blob is removed unless a license is committed that
/// names it.
pub(super) async fn store(
    app: &App,
    owner: UserId,
    draft: Draft,
    caller: &Caller,
    now: Timestamp,
) -> Result<(LicenseId, DraftWithContract, UncommittedBlob)> {
    let (made, bytes) = make(draft, caller.clone(), app.seal.clone()).await?;
    let id = LicenseId::new(now, crypto::random());
    let blob = UncommittedBlob::new(app, contract_key(owner, id));
    app.blobs.put(blob.key(), bytes.into()).await?;
    Ok((id, made, blob))
}
