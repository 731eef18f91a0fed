//! `/embed/…`: the player of a share or of a public page in an iframe on another website. Only hosts on the owner's
//! list may frame it. It sets no cookies and reads none, and has no forms.

use std::sync::Arc;

use ::pages::EmbedPage;
use app::App;
use app::shares::gate::{self as share_gate, Counted, Guest};
use app::shares::listeners::{self, PlayReport};
use app::shares::{media as share_media, pages as share_pages};
use app::shop::gate::page_token;
use app::shop::pages::{self, Query};
use app::shop::settings::embed_hosts_of;
use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use http::sending::media_answer::MediaRequest;

use super::answers::{Failure, Outcome, respond};
use super::forms::Form;
use super::page_cache::{Page, PageCache};
use super::share::no_content;
use super::shop_visit::ShopVisit;
use super::visit::Visit;
use super::{headers, media_answers, share, shop, shop_view, view};

/// The embedded player with the beats of a producer's public page.
pub async fn shop(
    State(app): State<Arc<App>>,
    Extension(cache): Extension<Arc<PageCache>>,
    mut visit: ShopVisit,
) -> Response {
    visit.key = None;
    let outcome = async {
        let key = format!("embed {}", visit.handle);
        if let Some(page) = cache.find(&key) {
            return Ok(page.answer(visit.known.as_ref()));
        }
        let _turn = cache.turn(&key).await;
        if let Some(page) = cache.find(&key) {
            return Ok(page.answer(visit.known.as_ref()));
        }
        let host = visit.enter(&app, Counted::Page).await?;
        let read = pages::read(&app, &host, &Query::default()).await?;
        let path = visit.embed_path();
        let page = EmbedPage {
            page_token: page_token(&app, &host),
            title: "Beats".to_owned(),
            tracks: read.beats.iter().map(|shown| shop_view::track(shown, &path)).collect(),
            url: format!("{}{}", app.links_url, visit.path()),
            sender: view::sender(&read.sender, &host.settings, &path),
            path,
        };
        let mut lines = HeaderMap::new();
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        lines.insert(header::CONTENT_TYPE, kind);
        lines.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
        lines.insert(header::CONTENT_SECURITY_POLICY, headers::embedded(&host.shop.embed_hosts));
        let page = Page::new(page.render(), lines);
        cache.insert(key, page.clone());
        Ok(page.answer(visit.known.as_ref()))
    };
    respond(outcome.await, false)
}

pub async fn shop_ticket(
    State(app): State<Arc<App>>,
    mut visit: ShopVisit,
    request: Request,
) -> Response {
    visit.key = None;
    respond(shop::ticket_at(&app, &visit, request, visit.embed_path()).await, true)
}

pub async fn shop_heard(app: State<Arc<App>>, mut visit: ShopVisit, request: Request) -> Response {
    visit.key = None;
    shop::heard(app, visit, request).await
}

pub async fn shop_sound(
    app: State<Arc<App>>,
    mut visit: ShopVisit,
    path: Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    visit.key = None;
    shop::sound(app, visit, path, request).await
}

pub async fn shop_cover(
    app: State<Arc<App>>,
    mut visit: ShopVisit,
    path: Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    visit.key = None;
    shop::cover(app, visit, path, request).await
}

/// The guest of a share's link. The embedded player has no password form, so a link with a password is answered like an
/// unknown one.
async fn guest(app: &App, visit: &Visit, counted: Counted) -> Result<Guest, Failure> {
    match visit.enter(app, counted).await {
        Err(Failure::Locked) => Err(Failure::Unknown),
        other => other,
    }
}

fn share_path(visit: &Visit) -> String {
    format!("/embed{}", visit.path())
}

/// The embedded player with the beats of a share's link.
pub async fn share(State(app): State<Arc<App>>, visit: Visit) -> Response {
    let visit = visit.without_cookies();
    let outcome = async {
        let guest = guest(&app, &visit, Counted::Page).await?;
        let read = share_pages::read(&app, &guest, None).await?;
        let hosts = embed_hosts_of(&app, guest.owner).await?;
        let path = share_path(&visit);
        let page = EmbedPage {
            sender: view::sender(&read.sender, &read.settings, &path),
            page_token: share_gate::page_token(&app, &guest),
            tracks: view::tracks(&app, &guest, &read, &path),
            title: read.share.title,
            url: format!("{}{}", app.links_url, visit.path()),
            path,
        };
        let headers = [(header::CONTENT_SECURITY_POLICY, headers::embedded(&hosts))];
        Ok((headers, Html(page.render())).into_response())
    };
    respond(outcome.await, false)
}

pub async fn share_ticket(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let visit = visit.without_cookies();
    let outcome: Outcome = async {
        let guest = guest(&app, &visit, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        form.view(&app, &guest)?;
        let ticket = share_media::listen(&app, &guest, &form.get("beat")).await?;
        Ok(media_answers::ticket(&app, &share_path(&visit), &ticket))
    }
    .await;
    respond(outcome, true)
}

pub async fn share_heard(State(app): State<Arc<App>>, visit: Visit, request: Request) -> Response {
    let visit = visit.without_cookies();
    let outcome: Outcome = async {
        let guest = guest(&app, &visit, Counted::Ticket).await?;
        let form = Form::read(&app, request).await?;
        let view = form.view(&app, &guest)?;
        let second = |name: &str| form.get(name).parse::<i64>().unwrap_or(-1);
        let heard = PlayReport { view, from: second("from"), to: second("to") };
        listeners::heard(&app, &guest, &form.get("beat"), heard).await?;
        Ok(no_content())
    }
    .await;
    respond(outcome, true)
}

pub async fn share_sound(
    app: State<Arc<App>>,
    visit: Visit,
    path: Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    share::media(app, visit.without_cookies(), path, request).await
}

pub async fn share_cover(
    app: State<Arc<App>>,
    visit: Visit,
    path: Path<(String, String)>,
    request: MediaRequest,
) -> Response {
    share::cover(app, visit.without_cookies(), path, request).await
}
