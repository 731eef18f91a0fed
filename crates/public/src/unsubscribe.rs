//! `/unsubscribe/{link}`: the recipient of an email stops further mail from the account that sent it. Opening the page
//! changes nothing; the form does, and so does the unsubscribe button of a mail program, which posts here too.

use std::sync::Arc;

use ::pages::{SentPage, UnsubscribePage};
use app::App;
use app::guests::{self, mail};
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Response};
use domain::identity::rate_limits::{PAGE_BY_ADDRESS, network};
use http::extract::Client;

use super::answers::{Failure, respond};

/// The name of the account that sent the mail, after the rate limits; fails for an unknown link.
async fn read_account_name(
    app: &App,
    Client(caller): &Client,
    link: &str,
) -> Result<String, Failure> {
    let limits = vec![(PAGE_BY_ADDRESS, network(caller.address))];
    guests::limit(app, caller, limits).await?;
    mail::unsubscribe_sender(app, link).await?.ok_or(Failure::Unknown)
}

pub async fn page(
    State(app): State<Arc<App>>,
    client: Client,
    Path(link): Path<String>,
) -> Response {
    let outcome = async {
        let name = read_account_name(&app, &client, &link).await?;
        let page = UnsubscribePage { path: format!("/unsubscribe/{link}"), name };
        Ok(Html(page.render()).into_response())
    };
    respond(outcome.await, false)
}

pub async fn refuse(
    State(app): State<Arc<App>>,
    client: Client,
    Path(link): Path<String>,
) -> Response {
    let outcome = async {
        let name = read_account_name(&app, &client, &link).await?;
        mail::unsubscribe(&app, &link).await?;
        let page = SentPage {
            title: "Done".to_owned(),
            words: format!("{name} can't email you from here anymore."),
            back: None,
        };
        Ok(Html(page.render()).into_response())
    };
    respond(outcome.await, false)
}
