//! Rows of savings goals. The status is not stored, so a filter by status compares the amounts and dates it
//! follows from.

use domain::calendar::Day;
use domain::ids::{GoalId, UserId};
use domain::money::Minor;
use domain::money::goals::{Category, Goal, Status};
use domain::notifications::topics::Topic;
use domain::time::Timestamp;

use crate::db::{Conn, DbError, Row, Sql, Tx, Value, params, sql};

const COLUMNS: &str = "id, title, description, target_amount, current_amount, target_date, \
                       category, created_at, updated_at";

/// Take this lock before reading a goal in order to change it. It is held until the transaction ends.
pub fn lock(tx: &mut Tx, owner: UserId) -> Result<(), DbError> {
    tx.lock(&format!("goals:{owner}"))
}

/// Newest first; all goals, or those with a status as of today.
pub fn list(
    conn: &mut Conn,
    owner: UserId,
    status: Option<Status>,
    today: Day,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Goal>, i64), DbError> {
    conn.snapshot()?;
    let (conditions, mut values) = conditions(owner, status, today);
    let count = Sql::dynamic(format!("SELECT COUNT(*) FROM goals WHERE {conditions}"));
    let total = conn.query_one(&count, &values, |row| row.int(0))?;
    values.extend([limit.into(), offset.into()]);
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM goals WHERE {conditions} ORDER BY id DESC LIMIT ?{} OFFSET ?{}",
        values.len() - 1,
        values.len(),
    ));
    Ok((conn.query(&page, &values, goal)?, total))
}

/// Goals that are not reached first, ordered by their day.
pub fn list_pressing(conn: &mut Conn, owner: UserId, most: i64) -> Result<Vec<Goal>, DbError> {
    conn.query(
        sql!(
            "SELECT id, title, description, target_amount, current_amount, target_date, category,
                    created_at, updated_at
             FROM goals WHERE owner_id = ?1
             ORDER BY CASE WHEN current_amount < target_amount THEN 0 ELSE 1 END, target_date, id
             LIMIT ?2"
        ),
        params![&owner.to_string(), most],
        goal,
    )
}

/// The rows after a cursor in the same order, for reading all of them in pages.
pub fn list_after(
    conn: &mut Conn,
    owner: UserId,
    status: Option<Status>,
    today: Day,
    after: Option<GoalId>,
    limit: i64,
) -> Result<Vec<Goal>, DbError> {
    let (mut conditions, mut values) = conditions(owner, status, today);
    if let Some(after) = after {
        values.push(after.to_string().into());
        conditions.push_str(&format!(" AND id < ?{}", values.len()));
    }
    values.push(limit.into());
    let page = Sql::dynamic(format!(
        "SELECT {COLUMNS} FROM goals WHERE {conditions} ORDER BY id DESC LIMIT ?{}",
        values.len(),
    ));
    conn.query(&page, &values, goal)
}

/// Goals that are not reached and whose day lies between two days, the nearest first.
pub fn list_due(
    conn: &mut Conn,
    owner: UserId,
    from: Day,
    to: Day,
    limit: i64,
) -> Result<Vec<Goal>, DbError> {
    conn.query(
        sql!(
            "SELECT id, title, description, target_amount, current_amount, target_date, category,
                    created_at, updated_at
             FROM goals
             WHERE owner_id = ?1 AND target_date >= ?2 AND target_date <= ?3
               AND current_amount < target_amount
             ORDER BY target_date, id LIMIT ?4"
        ),
        params![&owner.to_string(), from.to_string(), to.to_string(), limit],
        goal,
    )
}

/// The number of goals that are not reached and whose day is not after a day.
pub fn count_due(conn: &mut Conn, owner: UserId, to: Day) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT COUNT(*) FROM goals
             WHERE owner_id = ?1 AND target_date <= ?2 AND current_amount < target_amount"
        ),
        params![&owner.to_string(), to.to_string()],
        |row| row.int(0),
    )
}

fn conditions(owner: UserId, status: Option<Status>, today: Day) -> (String, Vec<Value<'static>>) {
    let mut values: Vec<Value<'static>> = vec![owner.to_string().into()];
    let mut text = String::from("owner_id = ?1");
    match status {
        None => {}
        Some(Status::Completed) => text.push_str(" AND current_amount >= target_amount"),
        Some(open) => {
            values.push(today.to_string().into());
            let order = if open == Status::Overdue { "<" } else { ">=" };
            // Dates have a fixed width, so their texts sort like days.
            text.push_str(&format!(
                " AND current_amount < target_amount AND target_date {order} ?2"
            ));
        }
    }
    (text, values)
}

pub fn find(conn: &mut Conn, owner: UserId, id: GoalId) -> Result<Option<Goal>, DbError> {
    conn.query_opt(
        sql!(
            "SELECT id, title, description, target_amount, current_amount, target_date, category,
                    created_at, updated_at
             FROM goals WHERE owner_id = ?1 AND id = ?2"
        ),
        params![&owner.to_string(), &id.to_string()],
        goal,
    )
}

/// Inserts the row or replaces it.
pub fn put(tx: &mut Tx, owner: UserId, row: &Goal) -> Result<(), DbError> {
    tx.record_change(owner, Topic::Goals);
    tx.execute(
        sql!(
            "INSERT INTO goals
               (owner_id, id, title, description, target_amount, current_amount, target_date,
                category, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (owner_id, id) DO UPDATE SET
               title = excluded.title, description = excluded.description,
               target_amount = excluded.target_amount, current_amount = excluded.current_amount,
               target_date = excluded.target_date, category = excluded.category,
               updated_at = excluded.updated_at"
        ),
        params![
            &owner.to_string(),
            &row.id.to_string(),
            &row.title,
            &row.description,
            row.target_amount.get(),
            row.current_amount.get(),
            row.target_date.to_string(),
            row.category.as_str(),
            row.created_at.as_millis(),
            row.updated_at.as_millis(),
        ],
    )?;
    Ok(())
}

pub fn remove(tx: &mut Tx, owner: UserId, id: GoalId) -> Result<bool, DbError> {
    tx.record_change(owner, Topic::Goals);
    let gone = tx.execute(
        sql!("DELETE FROM goals WHERE owner_id = ?1 AND id = ?2"),
        params![&owner.to_string(), &id.to_string()],
    )?;
    Ok(gone == 1)
}

fn goal(row: &Row<'_>) -> Result<Goal, DbError> {
    let unreadable = |column, reason: &str| DbError::Decode { column, reason: reason.to_owned() };
    let amount = |at: usize| {
        Minor::new(row.int(at)?).ok_or_else(|| unreadable(at, "beyond what an amount can be"))
    };
    Ok(Goal {
        id: GoalId::parse(row.text(0)?).ok_or_else(|| unreadable(0, "not an id"))?,
        title: row.text(1)?.to_owned(),
        description: row.opt_text(2)?.map(str::to_owned),
        target_amount: amount(3)?,
        current_amount: amount(4)?,
        target_date: Day::read(row.text(5)?).ok_or_else(|| unreadable(5, "not a date"))?,
        category: Category::find(row.text(6)?).ok_or_else(|| unreadable(6, "not a category"))?,
        created_at: Timestamp::from_millis(row.int(7)?),
        updated_at: Timestamp::from_millis(row.int(8)?),
    })
}
