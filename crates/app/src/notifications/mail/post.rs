//! Sending letters: to a mail server or, if none is configured, to files in a folder. A file is written completely or
//! not at all.

use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::time::Timestamp;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    address::Envelope,
    message::{
        Attachment as MailAttachment, Mailbox, MultiPart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};

use super::{
    Sender, SmtpServer,
    letter::{Addressed, full_address},
    rendering::{self, Frame},
    sender::address,
};

pub struct Post {
    sender: Sender,
    public_url: String,
    support: Option<String>,
    carrier: Carrier,
}

enum Carrier {
    Server(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

/// Why a letter was not sent.
#[derive(Debug)]
pub(super) enum Failure {
    /// The letter can never be sent.
    Final(String),
    Later(String),
}

impl Post {
    /// Sends letters to a mail server. Fails if its encryption cannot be set up.
    pub fn by_server(
        server: &SmtpServer,
        sender: Sender,
        public_url: String,
        support: Option<String>,
    ) -> Result<Self, String> {
        let transport = server.transport(sender.host()).map_err(|error| reason(&error))?;
        Ok(Self { sender, public_url, support, carrier: Carrier::Server(transport) })
    }

    /// Writes letters to files in a folder, which is created with the first one.
    pub fn by_folder(
        folder: PathBuf,
        sender: Sender,
        public_url: String,
        support: Option<String>,
    ) -> Self {
        Self { sender, public_url, support, carrier: Carrier::Folder(folder) }
    }

    /// Sends a letter. The same id gives the same Message-ID, so that a duplicate can be recognized.
    pub(super) async fn send(
        &self,
        id: &str,
        now: Timestamp,
        addressed: &Addressed,
    ) -> Result<(), Failure> {
        let message = self.message(id, now, addressed)?;
        match &self.carrier {
            Carrier::Server(transport) => {
                transport.send(message).await.map(drop).map_err(|error| {
                    // These codes mean that the mailbox does not exist. Other errors may pass, for example after a
                    // password or a quota was fixed.
                    let code = error.status().map(u16::from);
                    if matches!(code, Some(550 | 551 | 553)) {
                        Failure::Final(reason(&error))
                    } else {
                        Failure::Later(reason(&error))
                    }
                })
            }
            Carrier::Folder(folder) => {
                let (folder, name, bytes) =
                    (folder.clone(), format!("{id}.eml"), message.formatted());
                let written =
                    tokio::task::spawn_blocking(move || put(&folder, &name, &bytes)).await;
                let written = written.unwrap_or_else(|error| Err(io::Error::other(error)));
                written.map_err(|error| Failure::Later(format!("the outbox: {error}")))
            }
        }
    }

    /// Removes letters that have been in the outbox folder for a month.
    pub(crate) async fn remove_old_letters(&self) -> crate::Result<()> {
        self.remove_letters(|file| {
            let age = fs::metadata(file).and_then(|found| found.modified()).ok();
            age.and_then(|at| at.elapsed().ok()).is_some_and(|age| age > LETTER_LIFE)
        })
        .await
    }

    /// Removes from the outbox folder the letters to a deleted account that are older than its deletion. The letter
    /// about the deletion itself stays.
    pub async fn remove_letters_to(&self, email: &str, before: Timestamp) -> crate::Result<()> {
        let email = email.to_ascii_lowercase();
        let before = u64::try_from(before.as_millis()).unwrap_or(0);
        let before = UNIX_EPOCH + Duration::from_millis(before);
        self.remove_letters(move |file| {
            let written = fs::metadata(file).and_then(|found| found.modified());
            written.is_ok_and(|at| at < before)
                && fs::read(file)
                    .is_ok_and(|bytes| is_addressed_to(&String::from_utf8_lossy(&bytes), &email))
        })
        .await
    }

    async fn remove_letters(
        &self,
        is_over: impl Fn(&Path) -> bool + Send + 'static,
    ) -> crate::Result<()> {
        let Carrier::Folder(folder) = &self.carrier else { return Ok(()) };
        let folder = folder.clone();
        let removed = tokio::task::spawn_blocking(move || remove_letters(&folder, is_over)).await;
        removed
            .unwrap_or_else(|error| Err(io::Error::other(error)))
            .map_err(crate::Error::unexpected)
    }

    /// The sender's mailbox, with the name of the account that the letter is sent for.
    fn from(&self, addressed: &Addressed) -> Mailbox {
        let name = addressed.letter.from_name.as_deref().map(rendering::display_name);
        match name.filter(|name| !name.is_empty()) {
            Some(name) => Mailbox::new(Some(name), self.sender.0.email.clone()),
            None => self.sender.0.clone(),
        }
    }

    fn message(&self, id: &str, now: Timestamp, addressed: &Addressed) -> Result<Message, Failure> {
        let unfit = |what: &str| Failure::Final(what.to_owned());
        let to =
            address(&addressed.address).ok_or_else(|| unfit("no server knows such an address"))?;
        let name = Some(rendering::display_name(&addressed.name)).filter(|name| !name.is_empty());
        let frame = Frame {
            name: &addressed.name,
            public_url: &self.public_url,
            support: self.support.as_deref(),
        };
        let text = MultiPart::alternative_plain_html(
            rendering::plain(&addressed.letter, &frame),
            rendering::html(&addressed.letter, &frame),
        );
        let parts = match &addressed.letter.attachment {
            None => text,
            Some(attachment) => {
                let bytes = STANDARD
                    .decode(&attachment.content)
                    .map_err(|error| Failure::Final(error.to_string()))?;
                let pdf = ContentType::parse("application/pdf")
                    .map_err(|error| Failure::Final(error.to_string()))?;
                let file = MailAttachment::new(attachment.file_name.clone()).body(bytes, pdf);
                MultiPart::mixed().multipart(text).singlepart(file)
            }
        };
        // The envelope is set explicitly, so that delivery does not depend on parsing a header with an unusual name.
        let envelope = Envelope::new(Some(self.sender.0.email.clone()), vec![to.clone()])
            .map_err(|error| Failure::Final(error.to_string()))?;
        let since_1970 = u64::try_from(now.as_millis()).unwrap_or(0);
        let mut builder = Message::builder()
            .envelope(envelope)
            .from(self.from(addressed))
            .to(Mailbox::new(name, to))
            .subject(addressed.letter.subject.as_str())
            .date(UNIX_EPOCH + Duration::from_millis(since_1970))
            .message_id(Some(format!("<{id}@{}>", self.sender.host())))
            // Keeps automatic replies from answering.
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ));
        if let Some(path) = &addressed.letter.unsubscribe {
            // Links to the settings page: a one-click link would need a secret.
            builder = builder.raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("List-Unsubscribe"),
                format!("<{}>", full_address(&self.public_url, path)),
            ));
        }
        let answers_to = addressed.letter.reply_to.as_deref().or(self.support.as_deref());
        if let Some(support) = answers_to.and_then(address) {
            builder = builder.reply_to(Mailbox::new(None, support));
        }
        builder.multipart(parts).map_err(|error| Failure::Final(error.to_string()))
    }
}

/// Writes to a temporary file and renames it, so that nobody reads half a letter.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let unfinished = folder.join(format!(".{name}.part"));
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, folder.join(name))
}

const LETTER_LIFE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

fn remove_letters(folder: &Path, is_over: impl Fn(&Path) -> bool) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        // A file that is still being written has another extension.
        let is_letter = path.extension().is_some_and(|ending| ending == "eml");
        if is_letter && is_over(&path) {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether a letter's header names this address (in lower case) as the recipient.
fn is_addressed_to(letter: &str, email: &str) -> bool {
    let head = letter.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase();
    let to = head.split("\r\n").find_map(|line| line.strip_prefix("to: ")).unwrap_or_default();
    !email.is_empty() && (to.trim() == email || to.contains(&format!("<{email}>")))
}

/// The error in one line. The library includes the causes, and never the URL with the password.
fn reason(error: &lettre::transport::smtp::Error) -> String {
    error.to_string().replace(['\r', '\n'], " ")
}
