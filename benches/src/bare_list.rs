//! The comparison for the list of transactions: one axum handler over rusqlite that looks the session up, reads the
//! newest fifty rows with the statement that Ledgerline uses, and answers the same JSON. No filters, no totals, no
//! cursor, no limits, no log, no headers.

use std::{
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::get,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{ids::UserId, time::Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

pub const COMMAND: &str = "bare-list";

#[derive(Serialize)]
struct Answer {
    success: bool,
    transactions: Vec<Transaction>,
}

#[derive(Serialize)]
struct Transaction {
    id: String,
    reference: String,
    r#type: String,
    title: String,
    description: Option<String>,
    date: String,
    time: String,
    amount: f64,
    currency: String,
    status: String,
    account_id: String,
    beneficiary_id: Option<String>,
    card_id: Option<String>,
    sale_id: Option<String>,
    created_at: String,
    updated_at: String,
}

struct Pool {
    path: String,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    fn take(&self) -> Result<Connection, rusqlite::Error> {
        match self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            Some(conn) => Ok(conn),
            None => Connection::open(&self.path),
        }
    }

    fn give_back(&self, conn: Connection) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(conn);
    }
}

async fn list(
    State(pool): State<Arc<Pool>>,
    headers: HeaderMap,
) -> Result<Json<Answer>, StatusCode> {
    let token = headers.get("authorization").and_then(|value| value.to_str().ok());
    let token = token.and_then(|value| value.strip_prefix("Bearer "));
    let token = token.ok_or(StatusCode::UNAUTHORIZED)?;
    let bytes = URL_SAFE_NO_PAD.decode(token).map_err(|_| StatusCode::UNAUTHORIZED)?;
    let owner = bytes.first_chunk().ok_or(StatusCode::UNAUTHORIZED)?;
    let owner = UserId::from_bytes(*owner).to_string();
    let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(token));

    let conn = pool.take().map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    let rows = rows(&conn, &owner, &hash);
    pool.give_back(conn);
    let transactions = rows.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok(Json(Answer { success: true, transactions: transactions.ok_or(StatusCode::UNAUTHORIZED)? }))
}

fn rows(
    conn: &Connection,
    owner: &str,
    hash: &str,
) -> Result<Option<Vec<Transaction>>, rusqlite::Error> {
    let session = conn
        .prepare_cached(
            "SELECT s.id, s.last_seen_at, s.expires_at, t.value FROM sessions s
             LEFT JOIN settings t ON t.owner_id = s.owner_id AND t.key = 'session_timeout'
             WHERE s.owner_id = ?1 AND s.token_hash = ?2",
        )?
        .query_row([owner, hash], |row| row.get::<_, String>(0))
        .optional()?;
    if session.is_none() {
        return Ok(None);
    }
    let mut statement = conn.prepare_cached(
        "SELECT id, number, account_id, type, status, title, description, date, time, amount,
                currency, beneficiary_id, card_id, sale_id, created_at, updated_at
         FROM transactions WHERE owner_id = ?1 ORDER BY position DESC LIMIT 50",
    )?;
    let rows = statement.query_map([owner], transaction)?;
    rows.collect::<Result<_, _>>().map(Some)
}

fn transaction(row: &Row<'_>) -> Result<Transaction, rusqlite::Error> {
    Ok(Transaction {
        id: row.get(0)?,
        reference: format!("TXN-{:03}", row.get::<_, i64>(1)?),
        account_id: row.get(2)?,
        r#type: row.get(3)?,
        status: row.get(4)?,
        title: row.get(5)?,
        description: row.get(6)?,
        date: row.get(7)?,
        time: row.get(8)?,
        amount: row.get::<_, i64>(9)? as f64 / 100.0,
        currency: row.get(10)?,
        beneficiary_id: row.get(11)?,
        card_id: row.get(12)?,
        sale_id: row.get(13)?,
        created_at: Timestamp::from_millis(row.get(14)?).to_string(),
        updated_at: Timestamp::from_millis(row.get(15)?).to_string(),
    })
}

pub async fn serve(database: &str) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on http://{}", listener.local_addr()?);
    let pool = Arc::new(Pool { path: database.to_owned(), idle: Mutex::default() });
    let router = Router::new().route("/bare", get(list)).with_state(pool);
    Ok(axum::serve(listener, router).await?)
}
