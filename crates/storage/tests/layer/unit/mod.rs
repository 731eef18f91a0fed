//! Single modules of the crate, each in a file at the same place as in `src`.

mod db {
    mod many_rows;
    mod postgres {
        mod notify;
        mod target;
    }
    mod sql;
    mod sqlite {
        mod cache;
        mod commits;
        mod connection;
    }
}
mod deliveries;
mod library {
    mod list;
}
mod licenses {
    mod events;
    mod issued;
    mod list;
}
mod lists {
    mod search;
}
mod money {
    mod transactions {
        mod query;
    }
}
mod operations {
    mod jobs;
}
mod shares;
mod shop;
