//! The environment of a test: an engine, a new database on it, a runtime, and a table `things`.

use std::future::poll_fn;
use std::sync::mpsc;
use std::task::Poll;
use std::time::Duration;

use ledgerline_storage::db::{Db, DbError, DbOptions, Engine, Row, Sql, Tx, params, sql};
use tempfile::TempDir;
use testbed::budget::{self, Budget, PATIENCE};
use tokio::task::JoinHandle;

/// Makes `sqlite::name` and `postgres::name` from each `async fn name(test: TestDb)`.
macro_rules! on_both_engines {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[test] fn $name() { $crate::test_db::run($crate::test_db::TestDb::sqlite(), super::$name); })+
        }
        mod postgres {
            $(#[test] fn $name() { $crate::test_db::run($crate::test_db::TestDb::postgres(), super::$name); })+
        }
    };
}
pub(crate) use on_both_engines;

pub struct TestDb {
    pub engine: Engine,
    /// The options of the database; a test changes them before `open`.
    pub options: DbOptions,
    pub folder: TempDir,
}

impl TestDb {
    pub fn sqlite() -> TestDb {
        let folder = tempfile::tempdir().unwrap();
        let mut options = DbOptions::sqlite(folder.path().join("test.db"));
        // Writes that are queued together are one group, however slow the machine is.
        options.write_group = Duration::from_secs(60)..=Duration::from_secs(60);
        TestDb { engine: Engine::Sqlite, options, folder }
    }

    /// A copy of a migrated database, because the migrations take most of the time of a test.
    pub fn postgres() -> TestDb {
        let migrate = |url: &str| drop(Db::open(&DbOptions::postgres(url)).unwrap());
        TestDb::on_postgres(testbed::postgres().copied_database(migrate))
    }

    pub fn empty_postgres() -> TestDb {
        TestDb::on_postgres(testbed::postgres().fresh_database())
    }

    fn on_postgres(url: String) -> TestDb {
        let options = DbOptions::postgres(url);
        TestDb { engine: Engine::Postgres, options, folder: tempfile::tempdir().unwrap() }
    }

    /// A database without tables on the same engine, for a test with other migrations than the program's.
    pub fn empty(&self) -> TestDb {
        match self.engine {
            Engine::Sqlite => TestDb::sqlite(),
            Engine::Postgres => TestDb::empty_postgres(),
        }
    }

    /// Opens the database with the table `things (id, n, note, bytes)`.
    pub async fn open(&self) -> Db {
        let db = self.open_as_is();
        let table = "CREATE TABLE IF NOT EXISTS things (id TEXT NOT NULL PRIMARY KEY,
            n BIGINT CHECK (n <> -13), note TEXT, bytes {blob})";
        let blob = if self.engine == Engine::Sqlite { "BLOB" } else { "BYTEA" };
        let table = Sql::dynamic(table.replace("{blob}", blob));
        db.write(move |tx| tx.execute(&table, params![])).await.unwrap();
        db
    }

    pub fn open_as_is(&self) -> Db {
        Db::open(&self.options).unwrap()
    }
}

/// Runs the test on a runtime with two worker threads: enough for concurrency, and so few that blocking calls are
/// noticed.
pub fn run<F: Future<Output = ()>>(db: TestDb, test: impl FnOnce(TestDb) -> F) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let limit = Duration::from_secs(120);
    let ended = runtime.block_on(async { budget::within(limit, test(db)).await });
    runtime.shutdown_timeout(Duration::from_secs(5));
    assert!(ended.is_some(), "the test hangs");
}

pub fn insert(tx: &mut Tx, id: &str, n: i64) -> Result<(), DbError> {
    tx.execute(sql!("INSERT INTO things (id, n) VALUES (?1, ?2)"), params![id, n]).map(drop)
}

pub async fn ids(db: &Db) -> Vec<String> {
    let all = |row: &Row<'_>| row.text(0).map(str::to_owned);
    db.read(move |c| c.query(sql!("SELECT id FROM things ORDER BY id"), params![], all))
        .await
        .unwrap()
}

/// A write that inserts the row `id` and holds the writer until `release` is called.
pub struct HeldWrite {
    pub task: JoinHandle<Result<(), DbError>>,
    release: mpsc::Sender<()>,
}

impl HeldWrite {
    pub async fn start(db: &Db, id: &'static str) -> HeldWrite {
        let (release, wait) = mpsc::channel();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let db = db.clone();
        let task = tokio::spawn(async move {
            db.write(move |tx| {
                let _ = begun.send(());
                let _ = wait.recv();
                insert(tx, id, 0)
            })
            .await
        });
        has_begun.await.unwrap();
        HeldWrite { task, release }
    }

    pub fn release(self) -> JoinHandle<Result<(), DbError>> {
        self.release.send(()).unwrap();
        self.task
    }
}

/// Polls the future once and then spawns it, so its first write or read is already queued when this returns.
pub async fn spawn_polled_once<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> JoinHandle<T> {
    let mut work = Box::pin(work);
    let first = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
    tokio::spawn(async move {
        match first {
            Poll::Ready(done) => done,
            Poll::Pending => work.await,
        }
    })
}

pub async fn wait_until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let budget = Budget::of(PATIENCE);
    while !is_so().await {
        assert!(!budget.is_spent(), "never happened: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
