//! Reads and changes a server's database directly, without the program.

use std::process::Command;

use postgres::NoTls;

use storage::db::{Db, DbOptions};
use testbed::budget;

use super::{Data, Engine, Server};

/// A new database that is migrated already: a copy of one that was migrated once for all tests of this process. On
/// SQLite the file lies in the data folder; on PostgreSQL this is its URL.
pub(super) fn migrated_database(engine: Engine, data: &Data) -> Option<String> {
    match engine {
        Engine::Sqlite => {
            let bytes = testbed::sqlite_template(|file| migrate(&DbOptions::sqlite(file)));
            std::fs::write(data.path().join("ledgerline.db"), bytes).unwrap();
            None
        }
        Engine::Postgres => {
            let migrate = |url: &str| migrate(&DbOptions::postgres(url));
            let url = testbed::postgres().copied_database(migrate);
            // On a busy machine the cluster takes longer to accept a connection than the program waits otherwise.
            Some(format!("{url}?connect_timeout=60"))
        }
    }
}

fn migrate(options: &DbOptions) {
    let db = Db::open(options).unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(db.close());
}

impl Server {
    /// The number of the owner's rows in every table that has an `owner_id` column.
    pub fn rows_of(&self, owner: &str) -> Vec<(String, i64)> {
        match &self.database_url {
            Some(url) => rows_in_postgres(url, owner),
            None => self.rows_in_sqlite(owner),
        }
    }

    fn rows_in_sqlite(&self, owner: &str) -> Vec<(String, i64)> {
        let file = rusqlite::Connection::open(self.data_dir().join("ledgerline.db")).unwrap();
        let tables = "SELECT name FROM sqlite_schema t WHERE type = 'table' AND EXISTS
            (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'owner_id')";
        let mut tables = file.prepare(tables).unwrap();
        let tables = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
        let count = |table: String| {
            let count = format!("SELECT COUNT(*) FROM {table} WHERE owner_id = ?1");
            let rows = file.query_row(&count, [owner], |row| row.get(0)).unwrap();
            (table, rows)
        };
        tables.map(|table| count(table.unwrap())).collect()
    }

    pub fn is_on_postgres(&self) -> bool {
        self.database_url.is_some()
    }

    /// Runs an SQL statement that selects one number, and returns it.
    pub fn query_number(&self, statement: &str) -> i64 {
        match &self.database_url {
            Some(url) => {
                let mut client = postgres::Client::connect(url, NoTls).unwrap();
                client.query_one(statement, &[]).unwrap().get(0)
            }
            None => {
                let file = self.data_dir().join("ledgerline.db");
                let file = rusqlite::Connection::open(file).unwrap();
                file.query_row(statement, [], |row| row.get(0)).unwrap()
            }
        }
    }

    /// Runs an SQL statement that changes rows behind the program's back, for example to make them older.
    pub fn execute(&self, statement: &str) {
        match &self.database_url {
            Some(url) => {
                let mut client = postgres::Client::connect(url, NoTls).unwrap();
                client.batch_execute(statement).unwrap();
            }
            None => {
                let file = self.data_dir().join("ledgerline.db");
                let file = rusqlite::Connection::open(file).unwrap();
                file.busy_timeout(budget::wall_limit(budget::PATIENCE)).unwrap();
                file.execute_batch(statement).unwrap();
            }
        }
    }

    /// The contents of the SQLite database file and its write-ahead log; nothing on PostgreSQL.
    pub fn database_files(&self) -> Vec<Vec<u8>> {
        if self.database_url.is_some() {
            return Vec::new();
        }
        // By another process: closing a file gives up all locks this process has on it, those of SQLite too.
        let read = |name| Command::new("cat").arg(self.data_dir().join(name)).output().unwrap();
        let files = ["ledgerline.db", "ledgerline.db-wal"].map(read);
        files.into_iter().filter(|read| read.status.success()).map(|read| read.stdout).collect()
    }
}

fn rows_in_postgres(url: &str, owner: &str) -> Vec<(String, i64)> {
    let mut client = postgres::Client::connect(url, NoTls).unwrap();
    let tables = "SELECT table_name::text FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'owner_id'";
    let tables = client.query(tables, &[]).unwrap();
    let tables = tables.iter().map(|row| row.get::<_, String>(0));
    let mut count = |table: String| {
        let count = format!("SELECT COUNT(*) FROM {table} WHERE owner_id = $1");
        let rows = client.query_one(&count, &[&owner]).unwrap().get(0);
        (table, rows)
    };
    tables.map(&mut count).collect()
}
