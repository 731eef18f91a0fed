//! `/d/{token}`: the files of licenses, for their buyer.

use std::sync::Arc;

use ::pages::{
    Accent, DeliveredFile, DeliveredLicense, DeliveryEnd, DeliveryEndedPage, DeliveryPage,
    FileState, Frame, Sender, Track, Waveform,
};
use app::deliveries::details::DeliveryDetails;
use app::deliveries::downloads::{self, DownloadFile, FileBytes, Granted, SentRange, TicketFiles};
use app::deliveries::gate::{self, Gate, Guest};
use app::deliveries::pages::{self, Page};
use app::guests;
use app::guests::budget::{Carried, Stream};
use app::shares::gate::{Counted, page_token_of};
use app::{App, Error};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use domain::calendar::{Day, Zone};
use domain::deliveries::{ALL, DAY, DeliveryFile, Part, Source, label, masked};
use domain::identity::rate_limits::{PART_BY_TICKET, network};
use domain::library::documents::Document;
use domain::licenses::Role;
use domain::licenses::issued::License;
use http::sending::media_answer::{self, Media, MediaRequest, REVALIDATED};
use http::sending::zip::{Content, Entry, Zip};
use http::sending::{disposition, zip_answer};
use serde::Deserialize;

use super::answers::{Failure, Outcome, respond};
use super::forms::Form;
use super::share::see_other;
use super::view::size;
use super::visit::Visit;
use super::{media_answers, streams, watched};

#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    #[serde(default)]
    sent: String,
}

fn path(visit: &Visit) -> String {
    format!("/d/{}", visit.token)
}

async fn gate_of(app: &App, visit: &Visit, counted: Counted) -> Result<Gate, Failure> {
    Ok(gate::enter(app, visit.caller(), &visit.token, counted).await?)
}

pub async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    query: Result<Query<PageQuery>, QueryRejection>,
) -> Response {
    let Query(query) = query.unwrap_or_default();
    let outcome = async {
        match gate_of(&app, &visit, Counted::Page).await? {
            Gate::Open(guest) => render_page(&app, &visit, &guest, StatusCode::OK).await,
            gate => closed(&app, &visit, gate, !query.sent.is_empty()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

/// The page of a delivery that has ended. It reveals nothing about the delivery's content.
fn closed(app: &App, visit: &Visit, gate: Gate, is_link_sent: bool) -> Outcome {
    let (reason, page_token) = match gate {
        Gate::Over(guest) => {
            let masked_email = mailable(app, &guest);
            (DeliveryEnd::Days { masked_email, is_link_sent }, page_token_of(app, &guest.token))
        }
        Gate::Ended => (DeliveryEnd::License, String::new()),
        Gate::Open(_) | Gate::Unknown => return Err(Failure::Unknown),
    };
    let page = DeliveryEndedPage { path: path(visit), page_token, reason };
    Ok((StatusCode::GONE, Html(page.render())).into_response())
}

/// The buyer's email address, masked, to which a new link would be sent; empty if none can be sent.
fn mailable(app: &App, guest: &Guest) -> String {
    let email = guest.whole.main_license().map(|license| license.grant.buyer.email.as_str());
    email.filter(|_| app.confirms_emails).map(masked).unwrap_or_default()
}

async fn render_page(app: &App, visit: &Visit, guest: &Guest, status: StatusCode) -> Outcome {
    let read = pages::read(app, guest).await?;
    Ok((status, Html(view(app, visit, guest, read).render())).into_response())
}

fn view(app: &App, visit: &Visit, guest: &Guest, page: Page) -> DeliveryPage {
    let (path, whole) = (path(visit), &guest.whole);
    let license = whole.main_license();
    let zone = page.settings.time_zone.clone();
    let papers = whole.files.iter().filter(|file| file.part.is_paper());
    let bytes: i64 = whole.files.iter().filter(|file| !whole.is_spent(file)).map(|f| f.size).sum();
    let left = whole.delivery.expires_at.since(app.now()).as_secs().div_ceil(DAY.as_secs());
    // The rest of the first day comes on top of the days.
    let all_days = u64::try_from(whole.delivery.days).unwrap_or(1);
    let days = |days: u64| u32::try_from(days).unwrap_or(u32::MAX);
    DeliveryPage {
        frame: Frame::default(),
        sender: Sender {
            short_name: page.sender.name.split_whitespace().next().unwrap_or_default().to_owned(),
            picture: None,
            accent: Accent::named(page.settings.accent_color),
            name: page.sender.name,
        },
        page_token: page_token_of(app, &guest.token),
        buyer: license.map(|license| license.grant.buyer.name.clone()).unwrap_or_default(),
        title: whole.title(),
        licenses: whole
            .in_force()
            .map(|(license, _)| {
                let beat = page.beats.iter().find(|(id, _)| *id == license.id);
                delivered_license(
                    whole,
                    license,
                    beat.and_then(|(_, beat)| beat.as_ref()),
                    &path,
                    &zone,
                )
            })
            .collect(),
        settled: page.paid_on.map(|day| format!("paid {}", day.in_words())).unwrap_or_default(),
        papers: papers.map(|file| delivered(file, whole.is_spent(file), &zone)).collect(),
        whole_size: (bytes > 0).then(|| size(bytes)),
        days_left: days(left.min(all_days)),
        days_whole: days(all_days),
        until: zone.until_in_words(whole.delivery.expires_at),
        masked_email: mailable(app, guest),
        is_link_sent: false,
        path,
    }
}

fn delivered_license(
    whole: &DeliveryDetails,
    license: &License,
    beat: Option<&Document>,
    path: &str,
    zone: &Zone,
) -> DeliveredLicense {
    let files = whole.files.iter();
    let files = files.filter(|file| file.license == license.id && !file.part.is_paper());
    let missing = whole.missing.iter().filter(|missing| missing.license == license.id);
    let missing = missing.map(|missing| DeliveredFile {
        name: format!("{} ({})", missing.title, label(missing.role)),
        state: FileState::Prepared,
        ..DeliveredFile::default()
    });
    DeliveredLicense {
        beat: Track {
            title: license.grant.title.clone(),
            cover: beat
                .and_then(|beat| beat.thumbnail.as_ref())
                .map(|_| format!("{path}/covers/{}", license.id)),
            waveform: beat
                .and_then(|beat| beat.outline)
                .map(|outline| Waveform(outline.levels().map(|level| level * 4))),
            ..Track::default()
        },
        kind: license.grant.kind_name.clone(),
        reference: license.reference(),
        files: files
            .map(|file| delivered(file, whole.is_spent(file), zone))
            .chain(missing)
            .collect(),
    }
}

fn delivered(file: &DeliveryFile, is_spent: bool, zone: &Zone) -> DeliveredFile {
    let day = zone.day_of(file.added_at).in_words();
    let facts = match file.source {
        Source::Frozen => format!("{} · as licensed", size(file.size)),
        Source::Added => format!("{} · added {day}", size(file.size)),
        Source::Newer => format!("{} · a later version, added {day}", size(file.size)),
        Source::Paper if file.size > 0 => size(file.size),
        Source::Paper => "PDF".to_owned(),
    };
    DeliveredFile {
        id: file.id.to_string(),
        name: file.name.clone(),
        label: match file.part {
            Part::File(Role::Other) => "the other file".to_owned(),
            Part::File(role) => format!("the {}", label(role)),
            Part::Contract => "the contract".to_owned(),
            Part::Receipt => "the receipt".to_owned(),
        },
        facts,
        hash: file.sha256.clone().unwrap_or_default(),
        state: if is_spent { FileState::Spent } else { FileState::Ready },
    }
}

pub async fn ticket(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = match gate_of(&app, &visit, Counted::Ticket).await? {
            Gate::Open(guest) => guest,
            gate => return closed(&app, &visit, gate, false),
        };
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        match downloads::ticket(&app, &guest, &form.get("file")).await {
            Ok(ticket) => Ok(see_other(&format!("{}/files/{}", path(&visit), ticket.text))),
            Err(Error::Conflict(_)) if !visit.wants_json => {
                match gate_of(&app, &visit, Counted::Nothing).await? {
                    Gate::Open(guest) => {
                        render_page(&app, &visit, &guest, StatusCode::CONFLICT).await
                    }
                    gate => closed(&app, &visit, gate, false),
                }
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

/// Sends the buyer a new link, to the email address of the license.
pub async fn new_link(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let gate = gate_of(&app, &visit, Counted::Page).await?;
        let (Gate::Open(guest) | Gate::Over(guest)) = &gate else {
            return closed(&app, &visit, gate, false);
        };
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        downloads::ask_for_link(&app, gate).await?;
        Ok(see_other(&format!("{}?sent=1", path(&visit))))
    };
    respond(outcome.await, visit.wants_json)
}

/// Sends what a ticket allows: one file, or all files as a ZIP file. Supports ranges.
pub async fn file(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((_, ticket)): Path<(String, String)>,
    method: Method,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        // Previews that are played at the same address must not keep a buyer from paid files: only the ranges of one
        // ticket count together.
        let guest = match gate_of(&app, &visit, Counted::Nothing).await? {
            Gate::Open(guest) => guest,
            gate => return closed(&app, &visit, gate, false),
        };
        let Granted { ticket, what } = downloads::open(&app, &guest, &ticket).await?;
        guests::limit_here(&app, visit.caller(), &PART_BY_TICKET, &ticket.to_string())?;
        let is_head = method == Method::HEAD;
        let stream = if is_head { None } else { Some(stream_of(&app, &visit)?) };
        let (response, sent) = match what {
            TicketFiles::One(item) => one(&app, ticket, item, request).await?,
            TicketFiles::All { name, items } => {
                let files = items.iter().map(|item| item.file.id.to_string()).collect();
                let zip = Zip::new(items.into_iter().map(entry).collect(), Day::of(app.now()));
                let size = zip.size;
                let etag = media_answer::etag(&format!("{ticket}-{size}"));
                let disposition = disposition::attachment(&name);
                let (response, range) = zip_answer::answer(&app, zip, &etag, disposition, request)?;
                let file_id = ALL.to_owned();
                (response, SentRange { ticket, files, name: ALL.to_owned(), file_id, range, size })
            }
        };
        let Some(stream) = stream else { return Ok(response) };
        Ok(watched::until_ended(streams::throttle(response, stream), app.clone(), guest, sent))
    };
    respond(outcome.await, visit.wants_json)
}

fn stream_of(app: &App, visit: &Visit) -> Result<Stream, Failure> {
    Ok(app.guests.stream(network(visit.caller().address), Carried::Delivery)?)
}

fn entry(item: DownloadFile) -> Entry {
    let DeliveryFile { name, size, crc32, .. } = item.file;
    match item.bytes {
        FileBytes::Made(bytes) => Entry::from_bytes(name, bytes),
        FileBytes::Stored(key) => {
            let size = u64::try_from(size).unwrap_or(0);
            Entry { name, size, crc32, content: Content::Stored(key) }
        }
    }
}

async fn one(
    app: &App,
    ticket: domain::ids::EventId,
    item: DownloadFile,
    request: MediaRequest,
) -> Result<(Response, SentRange), Failure> {
    let file = item.file;
    let size = u64::try_from(file.size).unwrap_or(0);
    let disposition = disposition::attachment(&file.name);
    let content_type = HeaderValue::from_str(&file.mime)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let response = match item.bytes {
        FileBytes::Stored(key) => {
            let media = Media {
                key,
                size,
                content_type,
                disposition: Some(disposition),
                etag: media_answer::etag(&file.content_hash),
                cache: REVALIDATED,
                pace: None,
            };
            media_answer::answer(app, &media, request).await?
        }
        FileBytes::Made(bytes) => {
            let length = HeaderValue::from(bytes.len());
            let headers = [
                (header::CONTENT_TYPE, content_type),
                (header::CONTENT_DISPOSITION, disposition),
                (header::CONTENT_LENGTH, length),
            ];
            let body = if request.is_head() { axum::body::Bytes::new() } else { bytes };
            (headers, body).into_response()
        }
    };
    let range = watched::range_of(&response, size);
    let id = file.id.to_string();
    let sent =
        SentRange { ticket, files: vec![id.clone()], file_id: id, name: file.name, range, size };
    Ok((response, sent))
}

/// The cover picture of a license's beat.
pub async fn cover(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((_, license)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let guest = match gate_of(&app, &visit, Counted::Media).await? {
            Gate::Open(guest) => guest,
            gate => return closed(&app, &visit, gate, false),
        };
        let picture = pages::cover(&app, &guest, &license).await?;
        media_answers::cover(&app, picture, visit.is_small, request).await
    };
    respond(outcome.await, true)
}
