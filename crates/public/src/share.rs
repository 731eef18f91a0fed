//! `/s/{token}`: the page of a share's link, where its recipient listens to the beats.

use std::sync::Arc;

use ::pages::{Field, PasswordPage, PasswordProblem};
use app::guests::media as guest_media;
use app::shares::gate::{self, Counted, Gate, Guest, UNLOCKED_FOR};
use app::shares::listeners::{self, AskForm, PlayReport};
use app::shares::media::{self, Granted, Purpose};
use app::shares::pages;
use app::{App, Error};
use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use http::sending::media_answer::MediaRequest;
use serde::Deserialize;

use super::answers::{Failure, Outcome, respond};
use super::forms::Form;
use super::pictures::{self, Sketch};
use super::view::{self, Extras};
use super::visit::Visit;
use super::{cookies, media_answers};

/// How long the browser keeps the cookie with the listener's id.
const LISTENER_SECONDS: u64 = 30 * 24 * 60 * 60;

#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    #[serde(default)]
    beat: String,
    #[serde(default)]
    asked: String,
}

/// The page of the share, or the password form if the link has a password.
pub async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    query: Result<Query<PageQuery>, QueryRejection>,
) -> Response {
    let Query(query) = query.unwrap_or_default();
    let extras = Extras { beat: query.beat, asked: query.asked, ..Extras::default() };
    let outcome = show(&app, &visit, extras).await;
    respond(outcome, visit.wants_json)
}

async fn show(app: &App, visit: &Visit, extras: Extras) -> Outcome {
    match visit.gate(app, Counted::Page).await? {
        Gate::Open(guest) => render_page(app, visit, &guest, extras, StatusCode::OK).await,
        Gate::Locked(guest) => Ok(password_page(app, visit, &guest, None, StatusCode::OK)),
        Gate::Over => Err(Failure::Over),
        Gate::Unknown => Err(Failure::Unknown),
    }
}

async fn render_page(
    app: &App,
    visit: &Visit,
    guest: &Guest,
    extras: Extras,
    status: StatusCode,
) -> Outcome {
    let page = pages::read(app, guest, visit.known_listener()).await?;
    let view = view::share_page(app, guest, visit.path(), page, extras);
    Ok((status, Html(view.render())).into_response())
}

fn password_page(
    app: &App,
    visit: &Visit,
    guest: &Guest,
    problem: Option<PasswordProblem>,
    status: StatusCode,
) -> Response {
    let page_token = gate::page_token(app, guest);
    let page = PasswordPage { path: visit.path(), page_token, problem };
    (status, Html(page.render())).into_response()
}

pub async fn unlock(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    respond(check_password(&app, &visit, request).await, visit.wants_json)
}

async fn check_password(app: &App, visit: &Visit, request: Request) -> Outcome {
    let guest = match visit.gate(app, Counted::Page).await? {
        Gate::Locked(guest) => guest,
        Gate::Open(_) => return Ok(see_other(&visit.path())),
        Gate::Over => return Err(Failure::Over),
        Gate::Unknown => return Err(Failure::Unknown),
    };
    let form = Form::read(app, request).await?;
    form.view(app, &guest)?;
    match gate::unlock(app, &guest, form.get("password")).await {
        Ok(Some(cookie)) => {
            let seconds = UNLOCKED_FOR.as_secs();
            let is_https = app.links_url.starts_with("https://");
            let path = visit.path();
            let mut response = see_other(&path);
            let cookie = cookies::set(cookies::UNLOCKED, &cookie, &path, seconds, is_https);
            response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
            Ok(response)
        }
        Ok(None) => {
            let problem = Some(PasswordProblem::Wrong);
            Ok(password_page(app, visit, &guest, problem, StatusCode::UNAUTHORIZED))
        }
        Err(Error::TooManyAttempts { retry_after, .. }) => {
            let minutes = u32::try_from(retry_after.as_secs().div_ceil(60)).unwrap_or(u32::MAX);
            let problem = Some(PasswordProblem::TooMany { minutes });
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut response = password_page(app, visit, &guest, problem, status);
            let seconds = HeaderValue::from(retry_after.as_secs());
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
            Ok(response)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn see_other(to: &str) -> Response {
    // Paths of this server contain only characters that are valid in a header.
    let to = HeaderValue::try_from(to).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
}

pub(super) fn no_content() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

/// Redirects a browser back to the page; the page's script gets 204 without content.
fn back(visit: &Visit, to: &str) -> Response {
    if visit.wants_json { no_content() } else { see_other(&format!("{}{to}", visit.path())) }
}

/// Sets the listener cookie, by which later requests of this browser belong to the same listener.
fn with_listener(app: &App, visit: &Visit, cookie: &str, mut response: Response) -> Response {
    let is_https = app.links_url.starts_with("https://");
    let cookie = cookies::set(cookies::LISTENER, cookie, &visit.path(), LISTENER_SECONDS, is_https);
    response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    response
}

pub async fn opened(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Page).await?;
        Form::read(&app, request).await?.view(&app, &guest)?;
        listeners::opened(&app, &guest).await?;
        Ok(no_content())
    };
    respond(outcome.await, true)
}

pub async fn ticket(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let ticket = media::listen(&app, &guest, &form.get("beat")).await?;
        Ok(media_answers::ticket(&app, &visit.path(), &ticket))
    };
    respond(outcome.await, true)
}

pub async fn heard(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        let view = form.view(&app, &guest)?;
        let second = |name: &str| form.get(name).parse::<i64>().unwrap_or(-1);
        let heard = PlayReport { view, from: second("from"), to: second("to") };
        listeners::heard(&app, &guest, &form.get("beat"), heard).await?;
        Ok(no_content())
    };
    respond(outcome.await, true)
}

pub async fn heart(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let (beat, listener) = (form.get("beat"), visit.listener());
        listeners::heart(&app, &guest, &listener, &beat, form.get("on") == "1").await?;
        let response = back(&visit, &format!("?beat={}", escaped(&beat)));
        Ok(with_listener(&app, &visit, &listener.cookie, response))
    };
    respond(outcome.await, visit.wants_json)
}

/// The text, such as a beat's id, percent-encoded for a query string.
fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

pub async fn note(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let (beat, text, listener) = (form.get("beat"), form.get("text"), visit.listener());
        match listeners::leave_note(&app, &guest, &listener, &beat, &text).await {
            Ok(()) => {
                let response = back(&visit, &format!("?beat={}", escaped(&beat)));
                Ok(with_listener(&app, &visit, &listener.cookie, response))
            }
            Err(Error::Invalid { message, .. }) if !visit.wants_json => {
                let note = Field { value: text, error: Some(message) };
                let extras = Extras { beat, note, ..Extras::default() };
                render_page(&app, &visit, &guest, extras, StatusCode::UNPROCESSABLE_ENTITY).await
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn ask(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let sent = AskForm {
            beat: form.get("beat"),
            kind: form.get("kind"),
            name: form.get("name"),
            email: form.get("email"),
            words: form.get("words"),
        };
        let listener = visit.listener();
        match listeners::ask(&app, &guest, &listener, &sent).await {
            Ok(()) => {
                let response = back(&visit, &format!("?asked={}#ask", escaped(&sent.beat)));
                Ok(with_listener(&app, &visit, &listener.cookie, response))
            }
            Err(Error::Invalid { fields, .. }) if !visit.wants_json => {
                let extras = Extras { ask: Some((sent, fields)), ..Extras::default() };
                render_page(&app, &visit, &guest, extras, StatusCode::UNPROCESSABLE_ENTITY).await
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

pub async fn download(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let (beat, file) = (form.get("beat"), form.get("file"));
        let ticket = media::download(&app, &guest, &beat, &file).await?;
        Ok(see_other(&format!("{}/media/{}", visit.path(), ticket.text)))
    };
    respond(outcome.await, visit.wants_json)
}

/// Sends the sound that a ticket allows. Supports ranges.
pub async fn media(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((_, ticket)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Media).await?;
        let granted = media::open(&app, &guest, &ticket).await?;
        let Granted { file, key, purpose } = granted.as_ref();
        let is_download = *purpose == Purpose::Download;
        let whose = (guest.owner, &guest.caller);
        media_answers::sound(&app, whose, file, key.clone(), is_download, request).await
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
        let guest = visit.enter(&app, Counted::Media).await?;
        let picture = media::cover(&app, &guest, &beat).await?;
        media_answers::cover(&app, picture, visit.is_small, request).await
    };
    respond(outcome.await, true)
}

/// The picture that messengers and social networks show for the link.
pub async fn picture(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<pictures::PictureCache>>,
    visit: Visit,
) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Picture).await?;
        let key = guest.link.id.to_string();
        if let Some(picture) = cache.recent(&key) {
            return Ok(picture);
        }
        let page = pages::read(&app, &guest, None).await?;
        let face = match page.sender.avatar_hash {
            Some(_) => Some(guest_media::owner_picture(&app, guest.owner).await?.bytes),
            None => None,
        };
        let first = page.beats.iter().find(|shown| shown.beat.thumbnail.is_some());
        let first = first.or(page.beats.first());
        let sketch = Sketch {
            accent: page.settings.accent_color,
            name: page.sender.name.clone(),
            face,
            facts: view::facts(&page),
            cover: pictures::cover(&app, guest.owner, first.map(|one| &one.beat)).await?,
            waveform: first.and_then(|one| view::waveform(&one.beat, &one.preview)),
            title: page.share.title,
        };
        cache.answer(Some(key), sketch).await
    };
    respond(outcome.await, true)
}

/// The picture of the sender.
pub async fn face(State(app): State<Arc<App>>, visit: Visit) -> Response {
    let outcome = async {
        let guest = visit.enter(&app, Counted::Picture).await?;
        media_answers::face(&app, guest.owner, 900).await
    };
    respond(outcome.await, true)
}
