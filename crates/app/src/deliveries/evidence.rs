//! Evidence for a dispute about a license: one PDF about the contract, the payment and the delivery, with the contract,
//! the receipt and the records attached. It is made on demand.

use domain::calendar::Day;
use domain::deliveries::{Event, EventKind};
use domain::ids::{LicenseId, UserId};
use domain::licenses::events::{Event as LicenseEvent, Kind};
use domain::licenses::issued::License;
use domain::money::display;
use domain::sales::{Sale, Status};
use paper::evidence::{Attachment, Evidence, Section, moment};
use serde_json::json;
use storage::deliveries::{self as rows, events};
use storage::identity::users;
use storage::sales;

use super::details::{self, DeliveryDetails};
use crate::files::blob_keys::contract_key;
use crate::licenses::evidence;
use crate::sales::receipts;
use crate::{Actor, App, Error, Result};

/// The most entries of a delivery's record that are printed.
const MOST_EVENTS: i64 = 10_000;

pub struct Pack {
    /// The file name, such as `LIC-0001 evidence.pdf`.
    pub file_name: String,
    pub bytes: Vec<u8>,
}

pub async fn of_license(app: &App, actor: &Actor, id: LicenseId) -> Result<Pack> {
    let checked = evidence::of_license(app, actor, id).await?;
    let (owner, now) = (actor.user, app.now());
    let license = checked.whole.license.clone();
    let (producer, sale, delivery) = facts(app, owner, &license).await?;
    let reference = license.reference();
    let mut sections = vec![
        license_section(&license, &producer),
        acceptance_section(&license, &checked.whole.events),
        payment_section(sale.as_ref()),
    ];
    let mut attachments = vec![Attachment {
        name: format!("{reference} contract.pdf"),
        mime: "application/pdf",
        about: format!("The contract as it was issued, SHA-256 {}", license.contract.sha256),
        bytes: app.blobs.get(&contract_key(owner, license.id)).await?.to_vec(),
    }];
    let has_receipt =
        |sale: &Sale| matches!(sale.content.status, Status::Completed | Status::Refunded);
    if let Some(sale) = sale.clone().filter(has_receipt) {
        let receipt = receipts::make(app, owner, sale, now).await?;
        attachments.push(Attachment {
            name: receipt.file_name,
            mime: "application/pdf",
            about: "The receipt of the sale".to_owned(),
            bytes: receipt.bytes,
        });
    }
    if let Some((whole, log)) = &delivery {
        sections.extend([delivery_section(whole), download_section(log), letter_section(log)]);
        attachments.push(log_file(log)?);
    }
    sections.push(record_section(&checked.whole.events, checked.broken.as_deref()));
    attachments.push(record_file(&checked.whole.events)?);
    let paper = Evidence {
        title: format!("Evidence for {reference}"),
        author: producer,
        about: format!(
            "What was agreed, paid and delivered for {reference}, from the records of the producer. Times are in UTC. The \
             papers are attached to this file."
        ),
        sections,
        attachments,
        made_at: now,
    };
    let bytes = tokio::task::spawn_blocking(move || paper.write(Vec::new())).await;
    let bytes = bytes.map_err(Error::unexpected)?.map_err(Error::unexpected)?;
    Ok(Pack { file_name: format!("{reference} evidence.pdf"), bytes })
}

type Facts = (String, Option<Sale>, Option<(DeliveryDetails, Vec<Event>)>);

async fn facts(app: &App, owner: UserId, license: &License) -> Result<Facts> {
    let (id, paid_by, now) = (license.id, license.sale.and_then(|sale| sale.id), app.now());
    app.read(move |conn| {
        conn.snapshot()?;
        let producer = users::find(conn, owner)?.map(|user| user.name).unwrap_or_default();
        let sale = match paid_by {
            Some(sale) => sales::find(conn, owner, sale)?,
            None => None,
        };
        let delivery = match rows::of_license(conn, owner, id)? {
            Some(delivery) => {
                let whole = details::find(conn, owner, delivery, now)?;
                let mut log = events::list(conn, owner, delivery, MOST_EVENTS)?;
                log.reverse();
                Some((whole, log))
            }
            None => None,
        };
        Ok((producer, sale, delivery))
    })
    .await
}

fn license_section(license: &License, producer: &str) -> Section {
    let grant = &license.grant;
    let buyer = &grant.buyer;
    Section::new("License")
        .row("Reference", license.reference())
        .row("Kind", &grant.kind_name)
        .row("Beat", &grant.title)
        .row("Price", display(grant.price.get(), grant.currency))
        .row("Producer", producer)
        .row("Licensee", &buyer.name)
        .row("Professional name", &buyer.alias)
        .row("Email", &buyer.email)
        .row("Address", format!("{} {}", buyer.address, buyer.country))
        .row("Issued", moment(grant.issued_at))
        .row("First day", grant.starts_on.to_string())
        .row("Last day", grant.expires_on.map(|day| day.to_string()).unwrap_or_default())
        .row(
            "Contract text",
            format!("Version {}, SHA-256 {}", grant.text_version, grant.text_hash),
        )
        .row("Contract", format!("SHA-256 {}", license.contract.sha256))
        .row("Ended", license.ended.as_ref().map(|ended| moment(ended.at)).unwrap_or_default())
}

fn acceptance_section(license: &License, entries: &[LicenseEvent]) -> Section {
    let section = Section::new("Acceptance");
    let found = entries.iter().find(|entry| entry.happened.kind == Kind::Accepted);
    match found {
        Some(entry) => {
            let happened = &entry.happened;
            section
                .row("Accepted", moment(happened.at))
                .row("By", &license.grant.buyer.name)
                .row("From address", happened.address.clone().unwrap_or_default())
                .row("Browser", happened.browser.clone().unwrap_or_default())
                .row("Note", &happened.detail)
        }
        None => section.row(
            "Recorded",
            "The producer recorded this license; nobody accepted it electronically.",
        ),
    }
}

fn payment_section(sale: Option<&Sale>) -> Section {
    let section = Section::new("Payment");
    let Some(sale) = sale else {
        return section.row("Payment", "No sale is recorded for this license.");
    };
    let content = &sale.content;
    section
        .row("Sale", sale.reference())
        .row("Amount", display(content.amount.get(), content.currency))
        .row("Day", content.day.to_string())
        .row("Status", content.status.as_str())
        .row("Transaction", sale.transaction.map(|id| id.to_string()).unwrap_or_default())
        .row("Notes", content.notes.clone().unwrap_or_default())
}

fn delivery_section(whole: &DeliveryDetails) -> Section {
    let delivery = &whole.delivery;
    let section = Section::new("Delivery")
        .row("Opened", moment(delivery.created_at))
        .row("Complete", delivery.completed_at.map(moment).unwrap_or_default())
        .row("First download", delivery.first_downloaded_at.map(moment).unwrap_or_default())
        .row("Good until", moment(delivery.expires_at));
    whole.files.iter().fold(section, |section, file| {
        let hash = file.sha256.as_ref().map(|hash| format!(", SHA-256 {hash}")).unwrap_or_default();
        let (size, count) = (file.size, file.downloads);
        let text = format!("{}, {size} bytes{hash}, downloaded {count} times", file.name);
        section.row(file.part.as_str(), text)
    })
}

/// The tickets and downloads, each with time, network address, browser and number of bytes.
fn download_section(log: &[Event]) -> Section {
    let is_one = |event: &&Event| matches!(event.kind, EventKind::Ticket | EventKind::Download);
    log.iter().filter(is_one).fold(Section::new("Delivery log"), |section, event| {
        let what = match event.kind {
            EventKind::Ticket => "Link to".to_owned(),
            _ if event.is_whole => "Downloaded whole:".to_owned(),
            _ => "Downloaded in part:".to_owned(),
        };
        let bytes = event.bytes.map(|bytes| format!(", {bytes} bytes")).unwrap_or_default();
        let file = event.file.clone().unwrap_or_default();
        let from = event.address.clone().unwrap_or_default();
        let browser = event.browser.clone().unwrap_or_default();
        let text = format!("{what} {file}{bytes}, from {from}, {browser}");
        section.row(&moment(event.at), text)
    })
}

fn letter_section(log: &[Event]) -> Section {
    let mailed = log.iter().filter(|event| event.kind == EventKind::Mailed);
    mailed.fold(Section::new("Letters"), |section, event| {
        section.row(&moment(event.at), format!("Message id {}", event.detail))
    })
}

fn record_section(entries: &[LicenseEvent], broken: Option<&str>) -> Section {
    let verdict = broken.unwrap_or("The record, the terms and the contract are what they were.");
    let section = Section::new("Record of the license").row("Check", verdict);
    entries.iter().fold(section, |section, entry| {
        let happened = &entry.happened;
        let from = match (&happened.address, &happened.browser) {
            (Some(address), Some(browser)) => format!(", from {address}, {browser}"),
            (Some(address), None) => format!(", from {address}"),
            _ => String::new(),
        };
        let kind = happened.kind.as_str();
        let text = format!("{} {kind}: {}{from}. {}", entry.number, happened.detail, entry.hash);
        section.row(&moment(happened.at), text)
    })
}

fn log_file(log: &[Event]) -> Result<Attachment> {
    let entry = |event: &Event| {
        json!({
            "at": event.at.to_string(), "kind": event.kind.as_str(), "file": event.file, "ip": event.address,
            "browser": event.browser, "bytes": event.bytes, "whole": event.is_whole, "detail": event.detail,
        })
    };
    let entries: Vec<_> = log.iter().map(entry).collect();
    Ok(Attachment {
        name: "delivery-log.json".to_owned(),
        mime: "application/json",
        about: "Every entry of the delivery's record".to_owned(),
        bytes: serde_json::to_vec_pretty(&entries).map_err(Error::unexpected)?,
    })
}

fn record_file(entries: &[LicenseEvent]) -> Result<Attachment> {
    let entry = |entry: &LicenseEvent| {
        let happened = &entry.happened;
        json!({
            "number": entry.number, "kind": happened.kind.as_str(), "at": happened.at.to_string(),
            "day": Day::of(happened.at).to_string(), "detail": happened.detail, "facts": happened.facts,
            "ip": happened.address, "browser": happened.browser, "previous": entry.previous, "hash": entry.hash,
        })
    };
    let entries: Vec<_> = entries.iter().map(entry).collect();
    Ok(Attachment {
        name: "license-record.json".to_owned(),
        mime: "application/json",
        about: "The record of the license; each entry holds the hash of the one before".to_owned(),
        bytes: serde_json::to_vec_pretty(&entries).map_err(Error::unexpected)?,
    })
}
