//! The JSON of deliveries in requests and answers.

use app::deliveries::details::{DeliveryDetails, DeliveryView};
use domain::deliveries::{DeliveryFile, Event, EventKind, Missing, Source};
use domain::licenses::issued::License;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"mail": true}))]
pub(super) struct DeliveryMailRequest {
    /// Whether the buyer gets the address by email. Default false.
    #[schema(nullable = false)]
    pub mail: Option<bool>,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"includes_newer": true}))]
pub(super) struct DeliveryRequest {
    /// Whether the buyer gets later versions of the files too.
    #[schema(nullable = false)]
    pub includes_newer: Option<bool>,
}

#[derive(Serialize, ToSchema)]
struct DeliveryBuyer {
    name: String,
    email: String,
}

#[derive(Serialize, ToSchema)]
struct DeliveryLicense {
    id: String,
    #[schema(example = "LIC-0001")]
    reference: String,
    title: String,
    #[schema(example = "WAV Lease")]
    kind: String,
    /// Whether the license is active; files of other licenses are not delivered.
    is_active: bool,
}

#[derive(Serialize, ToSchema)]
#[schema(as = DeliveryFile)]
struct FileBody {
    id: String,
    license_id: String,
    /// One of mp3, wav, tagged, stems, project, midi, artwork, other, contract, receipt.
    role: &'static str,
    #[schema(example = "Maya Okafor - Lagos After Rain (WAV).wav")]
    name: String,
    /// Bytes; 0 for a receipt, which is made when it is fetched.
    size: i64,
    content_hash: String,
    /// Null until the hash was computed.
    #[schema(required)]
    sha256: Option<String>,
    /// One of ready, spent. Spent files were fetched as often as they may be, until the delivery is renewed.
    state: &'static str,
    /// Whether the file is a later version than the license promises.
    is_newer: bool,
    /// How often the file was fetched since the delivery was opened or renewed.
    tickets: i64,
    /// How often the file was downloaded completely.
    downloads: i64,
}

#[derive(Serialize, ToSchema)]
struct DeliveryMissing {
    license_id: String,
    title: String,
    role: &'static str,
}

/// A download, whole or in part.
#[derive(Serialize, ToSchema)]
struct DeliveryDownload {
    at: String,
    file: String,
    #[schema(required)]
    ip: Option<String>,
    #[schema(required)]
    browser: Option<String>,
    bytes: i64,
    whole: bool,
}

/// An entry of the delivery's record.
#[derive(Serialize, ToSchema)]
#[schema(as = DeliveryEvent)]
struct EventBody {
    /// One of opened, completed, mailed, renewed, link asked, ticket, download.
    kind: &'static str,
    at: String,
    /// The file that the entry is about, `all` for all files at once, or null.
    #[schema(required)]
    file: Option<String>,
    #[schema(required)]
    ip: Option<String>,
    #[schema(required)]
    browser: Option<String>,
    detail: String,
}

#[derive(Serialize, ToSchema)]
struct Delivery {
    id: String,
    /// The address where the buyer downloads the files.
    url: String,
    /// One of ready, waiting (a promised file is missing), over (its days are over), ended (no license is active).
    state: &'static str,
    /// Null if the delivery belongs to no offer.
    #[schema(required)]
    offer_id: Option<String>,
    created_at: String,
    expires_at: String,
    /// The day of `expires_at` in the time zone of the account, to whose end the address is good.
    #[schema(example = "2026-12-01")]
    expires_on: String,
    /// How often each file can be fetched until the delivery is renewed.
    tickets_allowed: i64,
    includes_newer: bool,
    buyer: DeliveryBuyer,
    licenses: Vec<DeliveryLicense>,
    files: Vec<FileBody>,
    /// Promised files that are not there yet. They are delivered as soon as they are added to the beat.
    missing: Vec<DeliveryMissing>,
    /// The newest first.
    downloads: Vec<DeliveryDownload>,
    /// The delivery's record, the newest entry first, at most 500 entries.
    events: Vec<EventBody>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct DeliveryAnswer {
    success: bool,
    delivery: Delivery,
}

impl From<DeliveryView> for DeliveryAnswer {
    fn from(DeliveryView { whole, url, events }: DeliveryView) -> Self {
        let buyer = whole.main_license().map(|license| license.grant.buyer.clone());
        let buyer = buyer.unwrap_or_default();
        let downloads = events.iter().filter(|event| event.kind == EventKind::Download);
        let delivery = &whole.delivery;
        let delivery = Delivery {
            id: delivery.id.to_string(),
            url,
            state: whole.state().as_str(),
            offer_id: delivery.offer.map(|id| id.to_string()),
            created_at: delivery.created_at.to_string(),
            expires_at: delivery.expires_at.to_string(),
            expires_on: whole.zone.last_day_until(delivery.expires_at).to_string(),
            tickets_allowed: delivery.tickets_allowed,
            includes_newer: delivery.includes_newer,
            buyer: DeliveryBuyer { name: buyer.name, email: buyer.email },
            licenses: whole.licenses.iter().map(|(each, _)| license(&whole, each)).collect(),
            files: whole.files.iter().map(|each| file(&whole, each)).collect(),
            missing: whole.missing.iter().map(DeliveryMissing::from).collect(),
            downloads: downloads.map(DeliveryDownload::from).collect(),
            events: events.iter().map(EventBody::from).collect(),
        };
        Self { success: true, delivery }
    }
}

fn license(whole: &DeliveryDetails, license: &License) -> DeliveryLicense {
    DeliveryLicense {
        id: license.id.to_string(),
        reference: license.reference(),
        title: license.grant.title.clone(),
        kind: license.grant.kind_name.clone(),
        is_active: whole.is_in_force(license),
    }
}

fn file(whole: &DeliveryDetails, file: &DeliveryFile) -> FileBody {
    FileBody {
        id: file.id.to_string(),
        license_id: file.license.to_string(),
        role: file.part.as_str(),
        name: file.name.clone(),
        size: file.size,
        content_hash: file.content_hash.clone(),
        sha256: file.sha256.clone(),
        state: if whole.is_spent(file) { "spent" } else { "ready" },
        is_newer: file.source == Source::Newer,
        tickets: file.tickets,
        downloads: file.downloads,
    }
}

impl From<&Missing> for DeliveryMissing {
    fn from(missing: &Missing) -> Self {
        let (license_id, role) = (missing.license.to_string(), missing.role.as_str());
        Self { license_id, title: missing.title.clone(), role }
    }
}

impl From<&Event> for DeliveryDownload {
    fn from(event: &Event) -> Self {
        Self {
            at: event.at.to_string(),
            file: event.file.clone().unwrap_or_default(),
            ip: event.address.clone(),
            browser: event.browser.clone(),
            bytes: event.bytes.unwrap_or(0),
            whole: event.is_whole,
        }
    }
}

impl From<&Event> for EventBody {
    fn from(event: &Event) -> Self {
        Self {
            kind: event.kind.as_str(),
            at: event.at.to_string(),
            file: event.file.clone(),
            ip: event.address.clone(),
            browser: event.browser.clone(),
            detail: event.detail.clone(),
        }
    }
}
