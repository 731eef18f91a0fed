//! Sums of the sales and payments of a client. The rows are found through the client's index; SQLite has no
//! statistics on it and would not choose it, so the statements select the positions first.

use domain::calendar::Day;
use domain::clients::Sum;
use domain::ids::{BeneficiaryId, UserId};
use domain::money::Currency;

use crate::db::{Conn, DbError, Row, params, require, sql};

/// Returns the count and sum of the completed sales to a client, without refunded ones.
pub fn sales(conn: &mut Conn, owner: UserId, client: BeneficiaryId) -> Result<Vec<Sum>, DbError> {
    conn.query(
        sql!(
            "SELECT currency, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM sales
             WHERE owner_id = ?1 AND status = 'Completed' AND position IN (
               SELECT position FROM sales WHERE owner_id = ?1 AND client_id = ?2)
             GROUP BY currency ORDER BY currency"
        ),
        params![&owner.to_string(), client.to_string()],
        sum,
    )
}

/// Returns the count and sum of the completed payments to a client, as positive amounts, without refunds.
pub fn payments(
    conn: &mut Conn,
    owner: UserId,
    client: BeneficiaryId,
) -> Result<Vec<Sum>, DbError> {
    conn.query(
        sql!(
            "SELECT t.currency, COUNT(*), CAST(SUM(-t.amount) AS BIGINT) FROM transactions t
             WHERE t.owner_id = ?1 AND t.type = 'payment' AND t.status = 'completed'
               AND t.position IN (
                 SELECT position FROM transactions WHERE owner_id = ?1 AND beneficiary_id = ?2)
               AND NOT EXISTS (
                 SELECT 1 FROM sales s
                 WHERE s.owner_id = t.owner_id AND s.id = t.sale_id AND s.refund_id = t.id)
             GROUP BY t.currency ORDER BY t.currency"
        ),
        params![&owner.to_string(), client.to_string()],
        sum,
    )
}

/// The last day of a completed payment or sale between the account and the client.
pub fn last_day(
    conn: &mut Conn,
    owner: UserId,
    client: BeneficiaryId,
) -> Result<Option<Day>, DbError> {
    conn.query_opt(
        sql!(
            sqlite: "SELECT date FROM transactions INDEXED BY transactions_by_client
                     WHERE owner_id = ?1 AND beneficiary_id = ?2 AND status = 'completed'
                     ORDER BY position DESC LIMIT 1",
            postgres: "SELECT date FROM transactions
                       WHERE owner_id = ?1 AND beneficiary_id = ?2 AND status = 'completed'
                       ORDER BY position DESC LIMIT 1"
        ),
        params![&owner.to_string(), client.to_string()],
        |row| require(0, Day::read(row.text(0)?)),
    )
}

fn sum(row: &Row<'_>) -> Result<Sum, DbError> {
    Ok(Sum {
        currency: require(0, Currency::find(row.text(0)?))?,
        count: row.int(1)?,
        amount: row.int(2)?,
    })
}
