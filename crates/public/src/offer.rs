//! `/o/{token}`: the page of an offer, where its buyer reads it, accepts, declines or makes a counter-offer. Opening
//! the page changes nothing: mail programs open every link.

use std::sync::Arc;

use app::offers::buyers::{self, AcceptForm, Accepting, CounterForm, Countering};
use app::offers::gate::{self, Gate, Guest};
use app::offers::pages::{self, Page, Status};
use app::offers::{codes, media};
use app::shares::gate::Counted;
use app::{App, Error};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use domain::identity::rate_limits::MOST_UNPAID;
use domain::money::typed_amounts::{self, Ambiguous, settled_text};
use http::sending::media_answer::MediaRequest;

use super::answers::{Failure, Outcome, respond};
use super::forms::Form;
use super::offer_view::{self, Extras, SentCounter};
use super::visit::Visit;
use super::{cookies, media_answers};

fn path(visit: &Visit) -> String {
    format!("/o/{}", visit.token)
}

async fn guest(app: &App, visit: &Visit, counted: Counted) -> Result<Guest, Failure> {
    match gate::enter(app, visit.caller(), &visit.token, counted).await? {
        Gate::Open(guest) => Ok(guest),
        Gate::Over => Err(Failure::Over),
        Gate::Unknown => Err(Failure::Unknown),
    }
}

/// The guest of an offer's link. Refuses the request if the buyer must first enter the code that was sent by email.
async fn enter_proved(app: &App, visit: &Visit, counted: Counted) -> Result<Guest, Failure> {
    let guest = guest(app, visit, counted).await?;
    if codes::is_required(app, &guest, visit.unlocked()).await? {
        return Err(Failure::Locked);
    }
    Ok(guest)
}

pub async fn page(State(app): State<Arc<App>>, visit: Visit) -> Response {
    let outcome = async {
        let guest = guest(&app, &visit, Counted::Page).await?;
        if codes::is_required(&app, &guest, visit.unlocked()).await? {
            return code_page(&app, &visit, &guest, None, StatusCode::OK).await;
        }
        show(&app, &visit, &guest, Extras::default(), StatusCode::OK).await
    };
    respond(outcome.await, visit.wants_json)
}

async fn show(
    app: &App,
    visit: &Visit,
    guest: &Guest,
    extras: Extras,
    status: StatusCode,
) -> Outcome {
    let page = pages::read(app, guest).await?;
    let (text, ended) = render_page(app, visit, guest, page, extras);
    let status = if ended { StatusCode::GONE } else { status };
    Ok((status, Html(text)).into_response())
}

/// The page, and whether the offer is over.
fn render_page(
    app: &App,
    visit: &Visit,
    guest: &Guest,
    page: Page,
    extras: Extras,
) -> (String, bool) {
    let path = path(visit);
    match page.status.clone() {
        Status::Open => (offer_view::open(app, guest, path, page, extras, None).render(), false),
        Status::Reserved { until } => {
            (offer_view::open(app, guest, path, page, extras, Some(until)).render(), false)
        }
        Status::Accepted => (offer_view::accepted(app, path, page).render(), false),
        status => {
            let is_over = !matches!(status, Status::Replaced { .. });
            (offer_view::closed(path, page, status).render(), is_over)
        }
    }
}

fn see_other(to: &str) -> Response {
    // Paths of this server contain only characters that are valid in a header.
    let to = HeaderValue::try_from(to).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

pub async fn opened(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Page).await?;
        Form::read(&app, request).await?.check_page_token(&app, &guest.token)?;
        buyers::opened(&app, &guest).await?;
        Ok(no_content())
    };
    respond(outcome.await, true)
}

pub async fn accept(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Page).await?;
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        let sent = AcceptForm {
            text_hash: form.get("text_hash"),
            legal_name: form.get("legal_name"),
            artist_name: form.get("artist_name"),
            address: form.get("address"),
            country: form.get("country"),
            email: form.get("email"),
            is_read: form.get("is_read") == "1",
            at_once: form.get("at_once") == "1",
        };
        match buyers::accept(&app, &guest, &sent).await {
            Ok(Accepting::Done) => Ok(see_other(&path(&visit))),
            Ok(Accepting::Closed) => {
                let extras = Extras::default();
                show(&app, &visit, &guest, extras, StatusCode::CONFLICT).await
            }
            Ok(Accepting::Changed) => {
                let extras = Extras {
                    is_changed: true,
                    accept: Some((sent, Vec::new())),
                    ..Extras::default()
                };
                show(&app, &visit, &guest, extras, StatusCode::CONFLICT).await
            }
            Ok(Accepting::Unpaid(reference)) => {
                let message = format!(
                    "{MOST_UNPAID} accepted offers wait for your payment. Pay {reference} first."
                );
                let extras =
                    Extras { accept: Some((sent, vec![("boxes", message)])), ..Extras::default() };
                show(&app, &visit, &guest, extras, StatusCode::CONFLICT).await
            }
            Err(Error::Invalid { fields, .. }) if !visit.wants_json => {
                let extras = Extras { accept: Some((sent, fields)), ..Extras::default() };
                show(&app, &visit, &guest, extras, StatusCode::UNPROCESSABLE_ENTITY).await
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn decline(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Page).await?;
        Form::read(&app, request).await?.check_page_token(&app, &guest.token)?;
        buyers::decline(&app, &guest).await?;
        Ok(see_other(&path(&visit)))
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn counter(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Page).await?;
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        // The button of one of two readings counts only for the price that has these readings.
        let (price, meant) = (form.get("price"), form.get("meant"));
        let is_meant = typed_amounts::read(&price).is_ok_and(|typed| {
            typed.readings().into_iter().any(|amount| settled_text(amount) == meant)
        });
        let mut sent = SentCounter {
            price: if is_meant { meant } else { price },
            reason: form.get("reason"),
            ..SentCounter::default()
        };
        let counter = CounterForm {
            price: sent.price.clone(),
            reason: sent.reason.clone(),
            is_confirmed: form.get("is_confirmed") == "1",
        };
        let is_changed = form.get("change") == "1";
        let status = match buyers::counter(&app, &guest, counter).await {
            Ok(Countering::Done) | Err(Error::Conflict(_)) => return Ok(see_other(&path(&visit))),
            Ok(Countering::Unclear(unclear)) if visit.wants_json => {
                return Err(unclear_error(unclear).into());
            }
            Ok(Countering::Unclear(unclear)) => {
                sent.readings = Some(unclear);
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Ok(Countering::Unconfirmed(_)) if visit.wants_json => {
                return Err(unconfirmed_error().into());
            }
            Ok(Countering::Unconfirmed(price)) => {
                sent.understood = Some(price).filter(|_| !is_changed);
                StatusCode::OK
            }
            Err(Error::Invalid { fields, .. }) if !visit.wants_json => {
                sent.faults = fields;
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Err(error) => return Err(error.into()),
        };
        let extras = Extras { counter: Some(sent), ..Extras::default() };
        show(&app, &visit, &guest, extras, status).await
    };
    respond(outcome.await, visit.wants_json)
}

fn unclear_error(unclear: Ambiguous) -> Error {
    Error::Unclear { field: "price", message: unclear.question() }
}

fn unconfirmed_error() -> Error {
    let message = "Please confirm the price.".to_owned();
    Error::Unconfirmed { field: "price", confirm: "is_confirmed", message }
}

async fn code_page(
    app: &App,
    visit: &Visit,
    guest: &Guest,
    problem: Option<codes::CodeRefusal>,
    status: StatusCode,
) -> Outcome {
    let page = pages::read(app, guest).await?;
    let text = offer_view::code(app, guest, path(visit), page, problem).render();
    Ok((status, Html(text)).into_response())
}

pub async fn code(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = guest(&app, &visit, Counted::Page).await?;
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        match codes::check(&app, &guest, &form.get("code")).await? {
            Ok(cookie) => {
                let is_https = app.links_url.starts_with("https://");
                let (path, seconds) = (path(&visit), codes::PROVED_FOR.as_secs());
                let mut response = see_other(&path);
                let cookie = cookies::set(cookies::UNLOCKED, &cookie, &path, seconds, is_https);
                response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
                Ok(response)
            }
            Err(refused) => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                code_page(&app, &visit, &guest, Some(refused), status).await
            }
        }
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn new_code(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = guest(&app, &visit, Counted::Page).await?;
        Form::read(&app, request).await?.check_page_token(&app, &guest.token)?;
        codes::send_again(&app, &guest).await?;
        Ok(see_other(&path(&visit)))
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn ticket(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.check_page_token(&app, &guest.token)?;
        let ticket = media::listen(&app, &guest, &form.get("beat")).await?;
        Ok(media_answers::ticket(&app, &path(&visit), &ticket))
    };
    respond(outcome.await, true)
}

/// The player reports which seconds were heard. Plays of offers are not counted, so the report is only checked.
pub async fn heard(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Ticket).await?;
        Form::read(&app, request).await?.check_page_token(&app, &guest.token)?;
        Ok(no_content())
    };
    respond(outcome.await, true)
}

/// Sends the sound that a ticket allows. Supports ranges.
pub async fn sound(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((_, ticket)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Media).await?;
        let preview = media::open(&app, &guest, &ticket).await?;
        let whose = (guest.owner, &guest.caller);
        media_answers::sound(&app, whose, &preview.file, preview.key.clone(), false, request).await
    };
    respond(outcome.await, true)
}

/// The picture of a beat.
pub async fn cover(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((_, beat)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Media).await?;
        let picture = media::cover(&app, &guest, &beat).await?;
        media_answers::cover(&app, picture, visit.is_small, request).await
    };
    respond(outcome.await, true)
}

/// The picture of the sender.
pub async fn face(State(app): State<Arc<App>>, visit: Visit) -> Response {
    let outcome = async {
        let guest = enter_proved(&app, &visit, Counted::Picture).await?;
        media_answers::face(&app, guest.owner, 900).await
    };
    respond(outcome.await, true)
}
