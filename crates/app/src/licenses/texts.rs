//! The contract texts of a license kind. A text is checked when it is saved, and a saved version is never altered.

use domain::ids::{LicenseKindId, UserId};
use domain::licenses::contract;
use domain::licenses::terms::Terms;
use domain::licenses::texts::{MOST_VERSIONS, Text, Version};
use storage::db::Conn;
use storage::licenses::{kinds as kind_rows, texts as rows};

use super::kinds::{self, LicenseKind};
use crate::{Actor, App, Error, Result, ids};

const TOO_MANY: &str =
    "A license kind can have 500 versions of its text. Please add another kind for a new text.";

/// The parsed text, if a license of these terms can fill it.
pub(crate) fn check(text: &str, terms: &Terms) -> Result<contract::Text> {
    let parsed = contract::Text::parse(text).map_err(Error::ContractFaults)?;
    parsed.check(terms).map_err(Error::ContractFaults)?;
    Ok(parsed)
}

/// The versions of a kind, the newest first. Those that licenses name outlive their kind.
pub async fn list(app: &App, actor: &Actor, kind: LicenseKindId) -> Result<Vec<Version>> {
    let owner = actor.user;
    let versions = app.read(move |conn| Ok(rows::list(conn, owner, kind)?)).await?;
    if versions.is_empty() { Err(kinds::missing()) } else { Ok(versions) }
}

pub async fn find(app: &App, actor: &Actor, kind: &str, version: &str) -> Result<Text> {
    let (owner, kind) = (actor.user, ids::parse(kind)?);
    let version = version.parse().map_err(|_| missing())?;
    app.read(move |conn| read(conn, owner, kind, version)).await
}

pub(crate) fn read(
    conn: &mut Conn,
    owner: UserId,
    kind: LicenseKindId,
    version: i64,
) -> Result<Text> {
    rows::find(conn, owner, kind, version)?.ok_or_else(missing)
}

fn missing() -> Error {
    Error::missing("version of the text")
}

/// Saves a text as the next version. The text that is the newest already is not saved again.
pub async fn save(
    app: &App,
    actor: &Actor,
    id: LicenseKindId,
    text: String,
) -> Result<LicenseKind> {
    let (owner, now) = (actor.user, app.now());
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    app.write(move |tx| {
        kind_rows::lock(tx, owner)?;
        let before = kinds::read(tx, owner, id)?;
        check(&text, &before.kind.terms)?;
        if before.text.text == text {
            return Ok(before);
        }
        let newest = before.text.version.number;
        if newest >= MOST_VERSIONS {
            return Err(Error::Conflict(TOO_MANY.to_owned()));
        }
        let new = kinds::text_version(newest + 1, &text, now);
        kinds::set_text(tx, owner, id, &new)?;
        kinds::read(tx, owner, id)
    })
    .await
}
