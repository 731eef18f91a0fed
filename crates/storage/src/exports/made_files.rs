//! Statements that the tables of exports and of archives share: both hold files that a job makes on request.

/// Defines the functions over one table.
macro_rules! made_file_rows {
    (table: $table:literal, job: $job:literal, id: $Id:ty) => {
        /// The unique key of the job that makes the file; there is one job for each file until it is made.
        pub fn job_key(id: $Id) -> String {
            format!(concat!($job, ":{}"), id)
        }

        /// The number of an account's files whose job is pending or running.
        pub fn count_unfinished(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
            conn.query_one(
                sql!(concat!(
                    "SELECT COUNT(*) FROM ",
                    $table,
                    " WHERE owner_id = ?1 AND status IN ('pending', 'processing')"
                )),
                params![&owner.to_string()],
                |row| row.int(0),
            )
        }

        /// Returns up to `limit` files of all accounts that have expired, the oldest first.
        pub fn list_expired(
            conn: &mut Conn,
            now: Timestamp,
            limit: i64,
        ) -> Result<Vec<(UserId, $Id)>, DbError> {
            conn.query(
                sql!(concat!(
                    "SELECT owner_id, id FROM ",
                    $table,
                    " WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2"
                )),
                params![now.as_millis(), limit],
                |row| {
                    let owner = require(0, UserId::parse(row.text(0)?))?;
                    Ok((owner, require(1, <$Id>::parse(row.text(1)?))?))
                },
            )
        }

        pub fn remove(tx: &mut Tx, owner: UserId, id: $Id) -> Result<(), DbError> {
            tx.record_change(owner, Topic::Exports);
            tx.execute(
                sql!(concat!("DELETE FROM ", $table, " WHERE owner_id = ?1 AND id = ?2")),
                params![&owner.to_string(), id.to_string()],
            )
            .map(drop)
        }

        /// Whether the row is there, whatever its status.
        pub fn exists(conn: &mut Conn, owner: UserId, id: $Id) -> Result<bool, DbError> {
            let found = conn.query_opt(
                sql!(concat!("SELECT 1 FROM ", $table, " WHERE owner_id = ?1 AND id = ?2")),
                params![&owner.to_string(), id.to_string()],
                |_| Ok(()),
            )?;
            Ok(found.is_some())
        }

        /// Marks unfinished files without a job as failed: their worker died at the last attempt. Returns their number.
        pub fn fail_abandoned(tx: &mut Tx, error: &str) -> Result<u64, DbError> {
            tx.execute(
                sql!(concat!(
                    "UPDATE ",
                    $table,
                    " SET status = 'failed', error = ?1
                     WHERE status IN ('pending', 'processing') AND NOT EXISTS
                       (SELECT 1 FROM jobs WHERE jobs.owner_id = ",
                    $table,
                    ".owner_id AND jobs.unique_key = '",
                    $job,
                    ":' || ",
                    $table,
                    ".id)"
                )),
                params![error],
            )
        }
    };
}

pub(super) use made_file_rows;
