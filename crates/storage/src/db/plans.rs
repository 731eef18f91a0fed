//! Which way each engine takes to the rows of a statement, for tests.

use super::{Db, DbError, DbOptions, Engine, Sql, Value, params, sql};

/// The steps of the plan. PostgreSQL is told to walk through a whole table only where no index leads to the rows, since
/// the tables are empty here.
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

/// Fails unless both engines find the rows by an index with these columns, and walk through no table.
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
