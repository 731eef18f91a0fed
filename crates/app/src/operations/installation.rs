//! Queries about the whole installation, for the operator and the health check.

use domain::ids::UserId;
use domain::jobs::{Lane, LaneCounts};
use domain::time::Timestamp;
use storage::db::Db;
use storage::identity::sessions;
use storage::operations::distribution;
pub use storage::operations::distribution::Outcome as Distribution;
use storage::operations::{facts, jobs};

use crate::{App, Result};

/// Runs the session look-up of signed-in requests, for an account that does not exist.
pub async fn ping_database(app: &App) -> Result<()> {
    app.read(|conn| {
        sessions::find_by_token(conn, UserId::NOBODY, "")?;
        Ok(())
    })
    .await
}

/// Writes the time of this check, to prove that the database accepts writes.
pub async fn check_writes(app: &App) -> Result<()> {
    let now = app.now().as_millis().to_string();
    app.write(move |tx| Ok(facts::put(tx, facts::LAST_WRITE_CHECK_AT, &now)?)).await
}

/// When the last backup was completed.
pub async fn last_backup(app: &App) -> Result<Option<Timestamp>> {
    let text = app.read(|conn| Ok(facts::get(conn, facts::LAST_BACKUP_AT)?)).await?;
    Ok(text.and_then(|millis| millis.parse().ok()).map(Timestamp::from_millis))
}

pub async fn record_backup(app: &App, ended_at: Timestamp) -> Result<()> {
    let millis = ended_at.as_millis().to_string();
    app.write(move |tx| Ok(facts::put(tx, facts::LAST_BACKUP_AT, &millis)?)).await
}

/// The id of the restore that wrote the rows of a database.
pub async fn restored_by(db: &Db) -> Result<Option<String>> {
    db.read(|conn| Ok(facts::get(conn, facts::RESTORED_BY)?)).await
}

/// The jobs of every lane, counted by state.
pub async fn job_counts(app: &App) -> Result<Vec<(Lane, LaneCounts)>> {
    let now = app.now().as_millis();
    app.read(move |conn| {
        let mut counts = Vec::new();
        for lane in Lane::ALL {
            counts.push((lane, jobs::counts(conn, lane, now)?));
        }
        Ok(counts)
    })
    .await
}

/// Distributes the tables of a PostgreSQL database over the nodes of a Citus cluster.
pub async fn distribute(app: &App) -> Result<Distribution> {
    app.write(|tx| Ok(distribution::apply(tx)?)).await
}
