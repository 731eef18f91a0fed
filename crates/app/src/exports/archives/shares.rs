//! The rows of shares, their links and figures, and of listeners' hearts and messages in an archive.

use domain::shares::Message;
use paper::{Cell, Column, Table};
use storage::db::Conn;
use storage::shares::{self as rows, figures, links, messages};

use crate::Result;
use crate::exports::source::{Batch, ExportContext, PAGE, Source};

pub(super) const fn table(
    file: &'static str,
    title: &'static str,
    noun: (&'static str, &'static str),
    columns: &'static [Column],
) -> Table {
    Table { key: file, file, title, noun, period: None, total: None, columns }
}

pub(super) fn yes_or_no(flag: bool) -> Cell {
    Cell::Word(if flag { "yes" } else { "no" })
}

/// Splits the position that a page of rows begins after into the two parts of its key.
pub(super) fn pair(after: Option<&str>) -> (&str, &str) {
    after.and_then(|place| place.split_once('/')).unwrap_or_default()
}

pub(super) struct Shares;

static SHARES: Table = table(
    "shares",
    "Shares",
    ("share", "shares"),
    &[
        Column::text("title", "Title"),
        Column::below("message", "Message"),
        Column::one_line("keeps_sold", "Keeps sold beats"),
        Column::one_line("created_at", "Created"),
        Column::hidden("id", "ID"),
    ],
);

impl Source for Shares {
    fn table(&self) -> &'static Table {
        &SHARES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = rows::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.id.to_string(),
            |row| {
                Ok(vec![
                    row.title.into(),
                    row.message.into(),
                    yes_or_no(row.keeps_sold),
                    Cell::Moment(row.created_at),
                    row.id.to_string().into(),
                ])
            },
        )
    }
}

pub(super) struct Beats;

static BEATS: Table = table(
    "share-beats",
    "Beats of shares",
    ("beat", "beats"),
    &[
        Column::one_line("share_id", "Share"),
        Column::one_line("beat_id", "Beat"),
        Column::one_line("place", "Place"),
    ],
);

impl Source for Beats {
    fn table(&self) -> &'static Table {
        &BEATS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = rows::beats_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(share, beat, _)| format!("{share}/{beat}"),
            |(share, beat, place)| Ok(vec![share.into(), beat.into(), Cell::Count(place + 1)]),
        )
    }
}

pub(super) struct Links;

static LINKS: Table = table(
    "share-links",
    "Links of shares",
    ("link", "links"),
    &[
        Column::text("name", "Name"),
        Column::text("email", "Email"),
        Column::one_line("created_at", "Created"),
        Column::one_line("expires_on", "Last day"),
        Column::one_line("stopped_at", "Stopped"),
        Column::one_line("downloads", "Downloads allowed"),
        Column::one_line("has_password", "Password"),
        Column::one_line("shows_prices", "Prices"),
        Column::one_line("takes_messages", "Messages"),
        Column::figure("opened", "Opened"),
        Column::figure("people", "People"),
        Column::figure("plays", "Plays"),
        Column::figure("seconds", "Seconds"),
        Column::figure("fetched", "Downloads"),
        Column::hidden("last_seen_at", "Last seen"),
        Column::hidden("id", "ID"),
        Column::hidden("share_id", "Share ID"),
        Column::hidden("client_id", "Client ID"),
    ],
);

impl Source for Links {
    fn table(&self) -> &'static Table {
        &LINKS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = links::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.id.to_string(),
            |row| {
                let (allowed, figures) = (row.permissions, row.figures);
                Ok(vec![
                    row.recipient.name.into(),
                    row.recipient.email.into(),
                    Cell::Moment(row.created_at),
                    allowed.expires_on.map(|day| day.to_string()).into(),
                    row.stopped_at.map_or(Cell::Empty, Cell::Moment),
                    Cell::Word(allowed.downloads.as_str()),
                    yes_or_no(allowed.password_hash.is_some()),
                    yes_or_no(allowed.shows_prices),
                    yes_or_no(allowed.takes_messages),
                    Cell::Count(figures.opened),
                    Cell::Count(figures.people),
                    Cell::Count(figures.plays),
                    Cell::Count(figures.seconds),
                    Cell::Count(figures.fetched),
                    figures.last_seen_at.map_or(Cell::Empty, Cell::Moment),
                    row.id.to_string().into(),
                    row.share.to_string().into(),
                    row.recipient.client.map(|id| id.to_string()).into(),
                ])
            },
        )
    }
}

pub(super) struct Figures;

static FIGURES: Table = table(
    "share-figures",
    "Figures of shared beats",
    ("beat", "beats"),
    &[
        Column::one_line("link_id", "Link"),
        Column::one_line("beat_id", "Beat"),
        Column::figure("people", "People"),
        Column::figure("plays", "Plays"),
        Column::figure("seconds", "Seconds"),
        Column::figure("fetched", "Downloads"),
        Column::figure("hearts", "Hearts"),
        Column::hidden("reached", "Plays that got to each fiftieth"),
        Column::hidden("last_seen_at", "Last seen"),
    ],
);

impl Source for Figures {
    fn table(&self) -> &'static Table {
        &FIGURES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = figures::list_after(conn, context.owner, pair(after), PAGE)?;
        Batch::of_page(
            page,
            |(link, beat)| format!("{link}/{}", beat.beat),
            |(link, beat)| {
                let reached: Vec<String> = beat.reached.iter().map(i64::to_string).collect();
                Ok(vec![
                    link.to_string().into(),
                    beat.beat.to_string().into(),
                    Cell::Count(beat.figures.people),
                    Cell::Count(beat.figures.plays),
                    Cell::Count(beat.figures.seconds),
                    Cell::Count(beat.figures.fetched),
                    Cell::Count(beat.figures.hearts),
                    reached.join(" ").into(),
                    beat.figures.last_seen_at.map_or(Cell::Empty, Cell::Moment),
                ])
            },
        )
    }
}

pub(super) struct Hearts;

static HEARTS: Table = table(
    "share-hearts",
    "Hearts of listeners",
    ("heart", "hearts"),
    &[
        Column::one_line("link_id", "Link"),
        Column::one_line("beat_id", "Beat"),
        Column::one_line("created_at", "Given"),
    ],
);

impl Source for Hearts {
    fn table(&self) -> &'static Table {
        &HEARTS
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let mut parts = after.unwrap_or_default().splitn(3, '/');
        let after = [(); 3].map(|()| parts.next().unwrap_or_default());
        let page = messages::hearts_after(conn, context.owner, after, PAGE)?;
        Batch::of_page(
            page,
            |row| format!("{}/{}/{}", row.link, row.beat, row.listener),
            |row| Ok(vec![row.link.into(), row.beat.into(), Cell::Moment(row.created_at)]),
        )
    }
}

pub(super) struct Messages;

static MESSAGES: Table = table(
    "share-messages",
    "Messages of listeners",
    ("message", "messages"),
    &[
        Column::one_line("created_at", "Sent"),
        Column::one_line("kind", "Kind"),
        Column::text("title", "Beat"),
        Column::text("name", "Name"),
        Column::text("email", "Email"),
        Column::text("license_kind", "License kind"),
        Column::below("text", "Text"),
        Column::hidden("id", "ID"),
        Column::hidden("link_id", "Link ID"),
        Column::hidden("beat_id", "Beat ID"),
    ],
);

impl Source for Messages {
    fn table(&self) -> &'static Table {
        &MESSAGES
    }

    fn page(&self, conn: &mut Conn, context: &ExportContext, after: Option<&str>) -> Result<Batch> {
        let page = messages::list_after(conn, context.owner, after.unwrap_or_default(), PAGE)?;
        Batch::of_page(
            page,
            |row| row.id.to_string(),
            |row: Message| {
                Ok(vec![
                    Cell::Moment(row.created_at),
                    Cell::Word(row.kind.as_str()),
                    row.title.into(),
                    row.name.into(),
                    row.email.into(),
                    row.license_kind_name.into(),
                    row.text.into(),
                    row.id.to_string().into(),
                    row.link.to_string().into(),
                    row.beat.map(|id| id.to_string()).into(),
                ])
            },
        )
    }
}
