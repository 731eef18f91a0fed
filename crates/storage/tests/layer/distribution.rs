//! The plan of `ledgerline distribute`, on a plain PostgreSQL with functions in place of Citus that record their calls.
//! What Citus itself makes of the plan is shown elsewhere, by hand: see docs/citus.md. SAFE-12

use ledgerline_storage::db::{Db, DbOptions, Row, Sql, params, sql};
use ledgerline_storage::operations::distribution::{self, LOCAL, Outcome, Plan, REFERENCE};

use crate::test_db::{TestDb, run};

const STAND_INS: [&str; 6] = [
    "CREATE SCHEMA IF NOT EXISTS stand_ins",
    "CREATE TABLE stand_ins.calls (number BIGSERIAL, call TEXT)",
    "CREATE TABLE stand_ins.pg_dist_partition (logicalrelid REGCLASS, partmethod \"char\", repmodel \"char\")",
    "CREATE FUNCTION stand_ins.create_reference_table(t REGCLASS) RETURNS VOID LANGUAGE plpgsql AS $$
     BEGIN
       IF EXISTS (SELECT 1 FROM pg_constraint WHERE contype = 'f' AND (conrelid = t OR confrelid = t)) THEN
         RAISE EXCEPTION '% has a foreign key', t;
       END IF;
       INSERT INTO stand_ins.pg_dist_partition VALUES (t, 'n', 't');
       INSERT INTO stand_ins.calls (call) VALUES ('reference ' || t);
     END $$",
    "CREATE FUNCTION stand_ins.create_distributed_table(t REGCLASS, c TEXT, colocate_with TEXT) RETURNS VOID
     LANGUAGE plpgsql AS $$
     BEGIN
       IF EXISTS (SELECT 1 FROM pg_constraint WHERE contype = 'f' AND (conrelid = t OR confrelid = t)) THEN
         RAISE EXCEPTION '% has a foreign key', t;
       END IF;
       IF EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t AND i.indisunique AND NOT EXISTS
           (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t AND a.attname = c AND a.attnum = ANY (i.indkey))) THEN
         RAISE EXCEPTION '% has a unique index without %', t, c;
       END IF;
       INSERT INTO stand_ins.pg_dist_partition VALUES (t, 'h', 's');
       INSERT INTO stand_ins.calls (call) VALUES (t || ' by ' || c || ' with ' || colocate_with);
     END $$",
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, stand_ins', current_database()); END $$",
];

/// Opens a PostgreSQL database with functions in place of those of Citus.
async fn open_with_citus_functions() -> (TestDb, Db) {
    let test = TestDb::postgres();
    let db = test.open_as_is();
    for statement in STAND_INS {
        let statement = Sql::dynamic(statement.to_owned());
        db.write(move |tx| tx.execute(&statement, params![])).await.unwrap();
    }
    db.close().await;
    let db = Db::open(&test.options).unwrap();
    (test, db)
}

async fn distribute(db: &Db) -> Outcome {
    db.write(distribution::apply).await.unwrap()
}

fn expect_plan(outcome: Outcome) -> Plan {
    match outcome {
        Outcome::Done(plan) => plan,
        other => panic!("{other:?}"),
    }
}

async fn texts(db: &Db, sql: &'static Sql) -> Vec<String> {
    let text = |row: &Row<'_>| row.text(0).map(str::to_owned);
    db.read(move |conn| conn.query(sql, params![], text)).await.unwrap()
}

static KEYS: &Sql = sql!(
    "SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1"
);

/// SAFE-12: every table of the schema is listed as distributed, reference or local; a new table that is not listed
/// fails this test.
#[test]
fn every_table_has_its_place() {
    run(TestDb::postgres(), |test| async move {
        let db = test.open_as_is();
        let plan = db.read(|conn| distribution::plan(conn, &Default::default())).await.unwrap();
        let plan = expect_plan(plan);
        assert_eq!(plan.reference, REFERENCE);
        assert!(plan.distributed.len() > 30, "{:?}", plan.distributed);
        assert!(plan.distributed.contains(&"jobs".to_owned()), "{:?}", plan.distributed);
        let tables = sql!(
            "SELECT table_name::text FROM information_schema.tables
             WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        );
        let all = texts(&db, tables).await.len();
        assert_eq!(all, plan.distributed.len() + REFERENCE.len() + LOCAL.len());

        let stranger = sql!("CREATE TABLE strangers (id TEXT PRIMARY KEY)");
        db.write(move |tx| tx.execute(stranger, params![])).await.unwrap();
        let refused = db.read(|conn| distribution::plan(conn, &Default::default())).await.unwrap();
        assert_eq!(refused, Outcome::Unknown(vec!["strangers".to_owned()]));
    });
}

/// SAFE-12: reference tables are distributed first, then all others together. Foreign keys are dropped before and
/// created again afterwards. A second run does nothing.
#[test]
fn tables_are_distributed_in_order_and_once() {
    run(TestDb::postgres(), |_| async move {
        let (_bed, db) = open_with_citus_functions().await;
        let before = texts(&db, KEYS).await;
        let plan = expect_plan(distribute(&db).await);
        let calls = texts(&db, sql!("SELECT call FROM stand_ins.calls ORDER BY number")).await;
        assert_eq!(calls[..2], ["reference shops", "reference users"]);
        assert_eq!(calls[2], "accounts by owner_id with none");
        assert!(
            calls[3..].iter().all(|call| call.ends_with(" by owner_id with accounts")),
            "{calls:?}"
        );
        assert_eq!(calls.len(), 2 + plan.distributed.len());
        assert!(before.len() > 30);
        assert_eq!(texts(&db, KEYS).await, before);

        let again = expect_plan(distribute(&db).await);
        assert_eq!((again.statements.len(), again.already_placed), (0, calls.len()));

        // A table that an upgrade adds is distributed, and nothing else changes.
        let table = sql!(
            "CREATE TABLE late (owner_id TEXT NOT NULL REFERENCES users (id), id TEXT, PRIMARY KEY (owner_id, id))"
        );
        db.write(move |tx| tx.execute(table, params![])).await.unwrap();
        let late = expect_plan(distribute(&db).await);
        assert_eq!((late.reference, late.distributed), (vec![], vec!["late".to_owned()]));
        let calls = texts(&db, sql!("SELECT call FROM stand_ins.calls ORDER BY number")).await;
        assert_eq!(calls.last().unwrap(), "late by owner_id with accounts");
    });
}

/// SAFE-12: `distribute` does nothing on a PostgreSQL without Citus, nor on SQLite.
#[test]
fn without_citus_and_on_sqlite_nothing_is_done() {
    run(TestDb::postgres(), |test| async move {
        assert_eq!(distribute(&test.open_as_is()).await, Outcome::NoCitus);
        let lite = TestDb::sqlite();
        let options: &DbOptions = &lite.options;
        assert_eq!(distribute(&Db::open(options).unwrap()).await, Outcome::NotPostgres);
    });
}
