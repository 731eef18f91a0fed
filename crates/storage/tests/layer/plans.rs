//! Reads the query plan that each engine chooses for a statement.

use ledgerline_storage::db::{Db, DbError, DbOptions, Engine, Sql, Value, params, sql};

/// Returns the steps of the query plan. PostgreSQL's planner is told to avoid sequential scans, which it would prefer
/// here because the tables are empty.
pub async fn plans(engine: Engine, sql: &Sql, values: Vec<Value<'static>>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (options, text, column) = match engine {
        Engine::Sqlite => {
            let options = DbOptions::sqlite(folder.path().join("test.db"));
            (options, format!("EXPLAIN QUERY PLAN {}", sql.sqlite()), 3)
        }
        Engine::Postgres => {
            let options = DbOptions::postgres(testbed::postgres().fresh_database());
            (options, format!("EXPLAIN {}", sql.postgres()), 0)
        }
    };
    let db = Db::open(&options).unwrap();
    let steps = db.write(move |tx| {
        if engine == Engine::Postgres {
            tx.execute(sql!("SET LOCAL enable_seqscan = off"), params![])?;
        }
        tx.query(&Sql::dynamic(text), &values, |row| row.text(column).map(str::to_owned))
    });
    let steps: Result<_, DbError> = steps.await;
    let steps = steps.unwrap();
    db.close().await;
    steps
}

/// Fails unless both engines find the rows by an index on these columns, without scanning a table.
pub async fn is_found_by(sql: &Sql, values: &[&'static str], columns: &[&str]) {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let values = values.iter().map(|value| Value::from(*value)).collect();
        let steps = plans(engine, sql, values).await.join("\n");
        let (walk, condition) = match engine {
            Engine::Sqlite => {
                let equal: Vec<String> = columns.iter().map(|name| format!("{name}=?")).collect();
                ("SCAN", format!("({})", equal.join(" AND ")))
            }
            Engine::Postgres => ("Seq Scan", "Index Cond".to_owned()),
        };
        assert!(steps.contains(&condition) && !steps.contains(walk), "{engine:?}: {steps}");
        let last = columns.last().copied().unwrap_or_default();
        assert!(engine == Engine::Sqlite || steps.contains(&format!("{last} = ")), "{steps}");
    }
}
