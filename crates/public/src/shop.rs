//! `/@{handle}`: the public page of a producer, with beats for everybody, or only for clients with a link.

use std::sync::Arc;

use ::pages::Field;
use app::guests::media as guest_media;
use app::shares::gate::Counted;
use app::shop::buying::{self, GetForm};
use app::shop::gate::{self, Host};
use app::shop::media;
use app::shop::messages::{self, MessageForm};
use app::shop::pages::{self, Query as BeatQuery};
use app::{App, Error};
use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use http::sending::media_answer::MediaRequest;
use serde::Deserialize;

use super::answers::{Failure, Outcome, respond};
use super::forms::Form;
use super::operator::Operator;
use super::page_cache::{Page, PageCache};
use super::share::{no_content, see_other};
use super::shop_view::{self, Extras};
use super::shop_visit::ShopVisit;
use super::{cookies, media_answers, pictures, view};

/// How long the browser keeps the cookie with the token of a client's link.
const CLIENT_SECONDS: u64 = 90 * 24 * 60 * 60;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    search: String,
    genre: String,
    tempo: String,
    key: String,
    sort: String,
    beat: String,
    after: String,
    sent: String,
}

impl PageQuery {
    fn into_beat_query(self) -> BeatQuery {
        let Self { search, genre, tempo, key, sort, beat, after, .. } = self;
        BeatQuery { search, genre, tempo, key, sort, beat, after }.cut()
    }
}

pub async fn page(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<PageCache>>,
    Extension(operator): Extension<Operator>,
    visit: ShopVisit,
    query: Result<Query<PageQuery>, QueryRejection>,
) -> Response {
    let Query(query) = query.unwrap_or_default();
    let is_sent = query.sent == "1";
    let beat_query = query.into_beat_query();
    let outcome = async {
        if is_sent {
            let host = visit.enter(&app, Counted::Page).await?;
            let extras = Extras { is_sent, ..Extras::default() };
            return render_page(&app, &operator, &host, &beat_query, extras, StatusCode::OK).await;
        }
        let key = format!("{}\n{beat_query:?}", visit.handle);
        if let Some(page) = cache.find(&key) {
            return Ok(page.answer(visit.known.as_ref()));
        }
        let _turn = cache.turn(&key).await;
        if let Some(page) = cache.find(&key) {
            return Ok(page.answer(visit.known.as_ref()));
        }
        let host = visit.enter(&app, Counted::Page).await?;
        if !host.is_public {
            return render_page(
                &app,
                &operator,
                &host,
                &beat_query,
                Extras::default(),
                StatusCode::OK,
            )
            .await;
        }
        let page = public_page(&app, &operator, &host, &beat_query).await?;
        cache.insert(key, page.clone());
        Ok(page.answer(visit.known.as_ref()))
    };
    respond(outcome.await, visit.wants_json)
}

/// Renders the page as everybody sees it, for the page cache.
async fn public_page(
    app: &App,
    operator: &Operator,
    host: &Host,
    query: &BeatQuery,
) -> Result<Page, Failure> {
    let read = pages::read(app, host, query).await?;
    let text = shop_view::shop_page(app, operator, host, read, query, Extras::default()).render();
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if host.is_listed() && query.is_plain() {
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("all"));
    }
    Ok(Page::new(text, headers))
}

async fn render_page(
    app: &App,
    operator: &Operator,
    host: &Host,
    query: &BeatQuery,
    extras: Extras,
    status: StatusCode,
) -> Outcome {
    let read = pages::read(app, host, query).await?;
    let view = shop_view::shop_page(app, operator, host, read, query, extras);
    Ok((status, Html(view.render())).into_response())
}

/// A client's link: stores its token in a cookie and redirects to the public page.
pub async fn for_client(
    State(app): State<Arc<App>>,
    mut visit: ShopVisit,
    Path((_, token)): Path<(String, String)>,
) -> Response {
    visit.key = Some(token.clone());
    let outcome = async {
        let host = visit.enter(&app, Counted::Page).await?;
        let path = visit.path();
        let mut response = see_other(&path);
        // A public page opens with any text in the place of the token, which must not get into the header.
        if gate::is_client_link(&app, host.owner, &token).await? {
            let is_https = app.links_url.starts_with("https://");
            let cookie = cookies::set(cookies::CLIENT, &token, &path, CLIENT_SECONDS, is_https);
            response.headers_mut().extend(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
        }
        Ok(response)
    };
    respond(outcome.await, visit.wants_json)
}

/// Reads a form; refuses it if its page token was not issued for this producer's page.
pub(super) async fn read_form(app: &App, host: &Host, request: Request) -> Result<Form, Failure> {
    let form = Form::read(app, request).await?;
    if gate::is_from_page(app, host, &form.get("page_token")) {
        return Ok(form);
    }
    Err(Failure::Stale)
}

pub async fn ticket(State(app): State<Arc<App>>, visit: ShopVisit, request: Request) -> Response {
    respond(ticket_at(&app, &visit, request, visit.path()).await, true)
}

pub(super) async fn ticket_at(
    app: &App,
    visit: &ShopVisit,
    request: Request,
    path: String,
) -> Outcome {
    let host = visit.enter(app, Counted::Ticket).await?;
    let form = read_form(app, &host, request).await?;
    let ticket = media::listen(app, &host, &form.get("beat")).await?;
    Ok(media_answers::ticket(app, &path, &ticket))
}

pub async fn heard(State(app): State<Arc<App>>, visit: ShopVisit, request: Request) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Ticket).await?;
        let form = read_form(&app, &host, request).await?;
        media::heard(&app, &host, &form.get("beat")).await?;
        Ok(no_content())
    };
    respond(outcome.await, true)
}

/// Sends the sound that a ticket allows. Supports ranges.
pub async fn sound(
    State(app): State<Arc<App>>,
    visit: ShopVisit,
    Path((_, ticket)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Media).await?;
        let preview = media::open(&app, &host, &ticket).await?;
        let whose = (host.owner, &host.caller);
        media_answers::sound(&app, whose, &preview.file, preview.key.clone(), false, request).await
    };
    respond(outcome.await, true)
}

/// The picture of a beat.
pub async fn cover(
    State(app): State<Arc<App>>,
    visit: ShopVisit,
    Path((_, beat)): Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Media).await?;
        let picture = media::cover(&app, &host, &beat).await?;
        media_answers::cover(&app, picture, visit.is_small, request).await
    };
    respond(outcome.await, true)
}

/// The picture of the producer.
pub async fn face(State(app): State<Arc<App>>, visit: ShopVisit) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Picture).await?;
        media_answers::face(&app, host.owner, 60).await
    };
    respond(outcome.await, true)
}

/// The picture that messengers and social networks show for the link.
pub async fn picture(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<pictures::PictureCache>>,
    visit: ShopVisit,
) -> Response {
    let outcome = async {
        visit.count(&app, Counted::Picture)?;
        let page = format!("@{}", visit.handle);
        if let Some(picture) = cache.recent(&page) {
            return Ok(picture);
        }
        let host = visit.enter(&app, Counted::Nothing).await?;
        let read = pages::read(&app, &host, &BeatQuery::default()).await?;
        let face = match read.sender.avatar_hash {
            Some(_) => Some(guest_media::owner_picture(&app, host.owner).await?.bytes),
            None => None,
        };
        let mut all = read.beats.iter();
        let first = all.find(|one| one.beat.thumbnail.is_some()).or(read.beats.first());
        let facts = vec![shop_view::beats_in_words(read.count())];
        let sketch = pictures::Sketch {
            accent: host.settings.accent_color,
            name: format!("@{}", host.handle.as_str()),
            face,
            title: read.sender.name.clone(),
            facts,
            cover: pictures::cover(&app, host.owner, first.map(|one| &one.beat)).await?,
            waveform: first.and_then(|one| view::waveform(&one.beat, &one.preview)),
        };
        // A page for clients alone is looked up for each visitor.
        cache.answer(host.is_public.then_some(page), sketch).await
    };
    respond(outcome.await, true)
}

pub async fn message(
    State(app): State<Arc<App>>,
    Extension(operator): Extension<Operator>,
    visit: ShopVisit,
    request: Request,
) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Ticket).await?;
        let form = read_form(&app, &host, request).await?;
        let sent = MessageForm {
            name: form.get("name"),
            email: form.get("email"),
            text: form.get("text"),
        };
        match messages::write(&app, &host, &sent).await {
            Ok(()) => Ok(see_other(&format!("{}?sent=1#write", visit.path()))),
            Err(Error::Invalid { fields, .. }) if !visit.wants_json => {
                let error = |field: &str| {
                    let found = fields.iter().find(|(name, _)| *name == field);
                    found.map(|(_, message)| message.clone())
                };
                let message = ::pages::MessageForm {
                    name: Field { value: sent.name, error: error("name") },
                    email: Field { value: sent.email, error: error("email") },
                    text: Field { value: sent.text, error: error("text") },
                };
                let extras = Extras { message, ..Extras::default() };
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                render_page(&app, &operator, &host, &BeatQuery::default(), extras, status).await
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct GetQuery {
    beat: String,
    kind: String,
}

/// The first step of a purchase: a form for the buyer's name and email address.
pub async fn get_page(
    State(app): State<Arc<App>>,
    Extension(operator): Extension<Operator>,
    visit: ShopVisit,
    query: Result<Query<GetQuery>, QueryRejection>,
) -> Response {
    let Query(query) = query.unwrap_or_default();
    let form = GetForm { beat: query.beat, kind: query.kind, ..GetForm::default() };
    let outcome = async {
        let host = visit.enter(&app, Counted::Page).await?;
        render_get_page(&app, &operator, &host, form, Vec::new(), StatusCode::OK).await
    };
    respond(outcome.await, visit.wants_json)
}

async fn render_get_page(
    app: &App,
    operator: &Operator,
    host: &Host,
    form: GetForm,
    faults: Vec<(&'static str, String)>,
    status: StatusCode,
) -> Outcome {
    let (sender, shown) = pages::read_beat(app, host, &form.beat).await?;
    let view = shop_view::get(app, operator, host, &sender, &shown, form, &faults);
    Ok((status, Html(view.ok_or(Failure::Unknown)?.render())).into_response())
}

/// Creates an offer for the buyer and redirects to its page, which asks for the code that was sent by email.
pub async fn get(
    State(app): State<Arc<App>>,
    Extension(operator): Extension<Operator>,
    visit: ShopVisit,
    request: Request,
) -> Response {
    let outcome = async {
        let host = visit.enter(&app, Counted::Ticket).await?;
        let form = read_form(&app, &host, request).await?;
        let sent = GetForm {
            beat: form.get("beat"),
            kind: form.get("kind"),
            name: form.get("name"),
            email: form.get("email"),
        };
        match buying::get(&app, &host, &sent).await {
            Ok(path) => Ok(see_other(&path)),
            Err(Error::Invalid { fields, .. }) if !visit.wants_json => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                render_get_page(&app, &operator, &host, sent, fields, status).await
            }
            Err(error) => Err(error.into()),
        }
    };
    respond(outcome.await, visit.wants_json)
}
