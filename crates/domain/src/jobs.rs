//! Background jobs: the kinds, the lanes they wait in, and their counts.

/// Every kind of background job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Removes expired rows and files; runs every hour.
    Sweep,
    /// Sends reminders of goals and payments and makes the weekly withdrawals; runs every morning.
    Reminders,
    AnalyseMedia,
    /// Makes the preview of one beat.
    MakePreview,
    /// Asks for the previews of an account's beats.
    PreparePreviews,
    MakeArchive,
    MakeExport,
    /// Removes files whose rows are gone.
    RemoveMedia,
    /// Removes all files of a deleted account.
    RemoveAllMedia,
    /// Stores the files of an account's sample beats.
    PlaceSampleBeats,
    /// Makes the cover of a beat from its artwork.
    MakeCover,
    /// Computes the checksums of a delivered file.
    DigestFile,
    /// Tells a buyer that the last file of a delivery is there.
    MailDelivery,
    /// Sends one e-mail about the notifications of the last minutes.
    MailNotifications,
    /// Prepares the e-mail with the link to choose a new password.
    ResetPassword,
    /// Handles what a payment service reports.
    SettlePayment,
    SendLetter,
}

impl Kind {
    pub const ALL: [Self; 17] = [
        Self::Sweep,
        Self::Reminders,
        Self::AnalyseMedia,
        Self::MakePreview,
        Self::PreparePreviews,
        Self::MakeArchive,
        Self::MakeExport,
        Self::RemoveMedia,
        Self::RemoveAllMedia,
        Self::PlaceSampleBeats,
        Self::MakeCover,
        Self::DigestFile,
        Self::MailDelivery,
        Self::MailNotifications,
        Self::ResetPassword,
        Self::SettlePayment,
        Self::SendLetter,
    ];

    /// The name in the table of jobs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Reminders => "reminders",
            Self::AnalyseMedia => "long-analyse-media",
            Self::MakePreview => "long-preview",
            Self::PreparePreviews => "prepare-previews",
            Self::MakeArchive => "long-archive",
            Self::MakeExport => "export",
            Self::RemoveMedia => "remove-media",
            Self::RemoveAllMedia => "remove-all-media",
            Self::PlaceSampleBeats => "place-sample-beats",
            Self::MakeCover => "long-cover",
            Self::DigestFile => "long-digest",
            Self::MailDelivery => "delivery-mail",
            Self::MailNotifications => "notification-mail",
            Self::ResetPassword => "password-reset",
            Self::SettlePayment => "payment-settle",
            Self::SendLetter => "mail-letter",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    pub const fn lane(self) -> Lane {
        match self {
            Self::AnalyseMedia
            | Self::MakePreview
            | Self::MakeArchive
            | Self::MakeCover
            | Self::DigestFile => Lane::Long,
            Self::SendLetter => Lane::Mail,
            Self::SettlePayment => Lane::Payments,
            _ => Lane::Quick,
        }
    }

    /// How often a job is tried. With the pauses between them, the attempts to send an e-mail take three days.
    pub const fn tries(self) -> i64 {
        match self {
            Self::MakeArchive | Self::MakeExport => 3,
            Self::AnalyseMedia | Self::MakePreview | Self::MakeCover => 4,
            Self::Sweep | Self::Reminders | Self::PreparePreviews => 5,
            Self::ResetPassword => 10,
            Self::DigestFile
            | Self::MailDelivery
            | Self::RemoveMedia
            | Self::RemoveAllMedia
            | Self::PlaceSampleBeats
            | Self::MailNotifications
            | Self::SettlePayment => 20,
            Self::SendLetter => 80,
        }
    }

    /// Whether the job waits while its account is disabled. E-mails written before go out, among them the one
    /// about the disabling; files are removed.
    pub const fn pauses_with_account(self) -> bool {
        matches!(
            self,
            Self::AnalyseMedia
                | Self::MakePreview
                | Self::MakeCover
                | Self::PreparePreviews
                | Self::MakeArchive
                | Self::MakeExport
                | Self::PlaceSampleBeats
                | Self::MailDelivery
                | Self::MailNotifications
                | Self::SettlePayment
        )
    }
}

/// Long jobs have a lane of their own, so that quick ones do not wait behind them; so have jobs that wait for a
/// mail server, and payments, which nothing else delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    Quick,
    Long,
    Mail,
    Payments,
}

/// The jobs of one lane, counted by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneCounts {
    pub queued: i64,
    pub running: i64,
    pub dead: i64,
    /// When the oldest due job became due, in milliseconds.
    pub oldest_due: Option<i64>,
}

impl Lane {
    pub const ALL: [Self; 4] = [Self::Quick, Self::Long, Self::Mail, Self::Payments];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Long => "long",
            Self::Mail => "mail",
            Self::Payments => "payments",
        }
    }

    pub const fn number(self) -> i64 {
        match self {
            Self::Quick => 0,
            Self::Long => 1,
            Self::Mail => 2,
            Self::Payments => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::parse("unknown"), None);
    }
}
