//! The rows of a backup as JSON lines: one line per table with its name and columns, and one line per row. A blob is
//! an object with its bytes in base64.

use std::io::{BufRead, Write};

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use blobs::Key;
use domain::ids::{DocumentId, LicenseId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use storage::db::{Conn, Tx, Value};
use storage::operations::copies::{self, Cells};

use super::NOT_RESTORED;
use crate::files::blob_keys::{content_key, contract_key, thumbnail_key};
use crate::{Error, Result};

const PAGE: i64 = 2_000;

/// The tables whose rows refer to media files by their ids.
const MEDIA_TABLES: [&str; 4] = ["documents", "document_files", "kept_files", "voice_tags"];

#[derive(Serialize, Deserialize)]
struct Heading {
    table: String,
    columns: Vec<String>,
}

/// The result of copying all rows of a snapshot, with the media files they refer to.
pub(super) struct Copied {
    pub schema: i64,
    pub installation: Option<String>,
    pub rows: u64,
    pub named: Vec<Key>,
}

pub(super) fn copy_out(conn: &mut Conn, out: &mut impl Write) -> Result<Copied> {
    conn.snapshot()?;
    if copies::is_empty(conn)? {
        let sentence = "the database holds no account, so there is nothing to back up";
        return Err(Error::Conflict(sentence.to_owned()));
    }
    let mut copied = Copied {
        schema: copies::version(conn)?,
        installation: copies::installation(conn)?,
        rows: 0,
        named: Vec::new(),
    };
    for table in copies::tables(conn)? {
        if NOT_RESTORED.contains(&table.name.as_str()) {
            continue;
        }
        let columns: Vec<String> = table.columns().map(str::to_owned).collect();
        let heading = Heading { table: table.name.clone(), columns };
        line(out, &serde_json::to_value(&heading).map_err(Error::unexpected)?)?;
        let mut after: Option<Cells> = None;
        loop {
            let page = copies::page(conn, &table, after.as_ref(), PAGE)?;
            for row in &page {
                if MEDIA_TABLES.contains(&table.name.as_str()) {
                    copied.named.extend(media_keys(&heading.columns, row));
                }
                if table.name == "licenses" {
                    copied.named.extend(contract_of(&heading.columns, row));
                }
                line(out, &Json::Array(row.iter().map(to_json).collect()))?;
                copied.rows += 1;
            }
            match page.into_iter().last() {
                None => break,
                last => after = last,
            }
        }
    }
    out.flush().map_err(Error::unexpected)?;
    Ok(copied)
}

fn line(out: &mut impl Write, value: &Json) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(Error::unexpected)?;
    out.write_all(b"\n").map_err(Error::unexpected)
}

fn to_json(cell: &Value<'static>) -> Json {
    match cell {
        Value::Null => Json::Null,
        Value::Int(number) => json!(number),
        Value::Text(text) => json!(text),
        Value::Blob(bytes) => json!({"base64": STANDARD_NO_PAD.encode(bytes)}),
    }
}

fn text_of<'a>(columns: &[String], row: &'a Cells, name: &str) -> Option<&'a str> {
    let place = columns.iter().position(|column| column == name)?;
    match row.get(place)? {
        Value::Text(text) => Some(text.as_ref()),
        _ => None,
    }
}

/// The key of the contract of a license's row.
fn contract_of(columns: &[String], row: &Cells) -> Option<Key> {
    let owner = text_of(columns, row, "owner_id").and_then(UserId::parse)?;
    Some(contract_key(owner, text_of(columns, row, "id").and_then(LicenseId::parse)?))
}

/// The keys of the media files that a row refers to.
fn media_keys(columns: &[String], row: &Cells) -> Vec<Key> {
    let text = |name: &str| text_of(columns, row, name);
    let owner = text("owner_id").and_then(UserId::parse);
    let Some((owner, id)) = owner.zip(text("id").and_then(DocumentId::parse)) else {
        return Vec::new();
    };
    let picture = text("thumbnail").map(|hash| thumbnail_key(owner, id, hash));
    [content_key(owner, id)].into_iter().chain(picture).collect()
}

/// Writes the rows into an empty database of the same schema, in the caller's transaction.
pub(super) fn copy_in(tx: &mut Tx, rows: impl BufRead) -> Result<()> {
    let tables = copies::tables(tx)?;
    let mut current: Option<(Option<copies::Table>, Heading)> = None;
    let mut page: Vec<Cells> = Vec::new();
    for text in rows.lines() {
        let text = text.map_err(damaged)?;
        match serde_json::from_str(&text).map_err(damaged)? {
            Json::Array(cells) => {
                page.push(cells.into_iter().map(from_json).collect::<Result<_>>()?)
            }
            heading => {
                store(tx, current.as_ref(), &mut page)?;
                let heading: Heading = serde_json::from_value(heading).map_err(damaged)?;
                let table = tables.iter().find(|table| table.name == heading.table).cloned();
                // A table that only the other engine has holds its search index and is skipped.
                let table = table.filter(|table| !NOT_RESTORED.contains(&table.name.as_str()));
                current = Some((table, heading));
            }
        }
        if page.len() as i64 >= PAGE {
            store(tx, current.as_ref(), &mut page)?;
        }
    }
    store(tx, current.as_ref(), &mut page)
}

fn store(
    tx: &mut Tx,
    at: Option<&(Option<copies::Table>, Heading)>,
    page: &mut Vec<Cells>,
) -> Result<()> {
    match at {
        Some((Some(table), heading)) => {
            Ok(copies::put(tx, table, &heading.columns, std::mem::take(page))?)
        }
        Some((None, _)) => {
            page.clear();
            Ok(())
        }
        None if page.is_empty() => Ok(()),
        None => Err(damaged("rows of no table")),
    }
}

fn from_json(cell: Json) -> Result<Value<'static>> {
    Ok(match cell {
        Json::Null => Value::Null,
        Json::Number(number) => number.as_i64().ok_or_else(|| damaged("a number"))?.into(),
        Json::String(text) => text.into(),
        Json::Object(object) => {
            let text = object.get("base64").and_then(Json::as_str);
            let text = text.ok_or_else(|| damaged("a cell"))?;
            STANDARD_NO_PAD.decode(text).map_err(damaged)?.into()
        }
        _ => return Err(damaged("a cell")),
    })
}

fn damaged(what: impl std::fmt::Display) -> Error {
    Error::Conflict(format!("the rows of the backup cannot be read: {what}"))
}
