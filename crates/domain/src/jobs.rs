//! Background jobs: the lanes they wait in, and how many do.

/// Jobs that take long have a lane of their own, so that quick ones do not wait behind them; so have those
/// that wait for a mail server. How a kind begins decides: `long-`, `mail-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    Quick,
    Long,
    Mail,
}

/// The jobs of one lane, counted by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneCounts {
    pub queued: i64,
    pub running: i64,
    pub dead: i64,
    /// When the job that is due longest was due.
    pub oldest_due: Option<i64>,
}

impl Lane {
    pub const ALL: [Self; 3] = [Self::Quick, Self::Long, Self::Mail];

    pub fn of(kind: &str) -> Self {
        match kind {
            kind if kind.starts_with("long-") => Self::Long,
            kind if kind.starts_with("mail-") => Self::Mail,
            _ => Self::Quick,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Long => "long",
            Self::Mail => "mail",
        }
    }

    pub const fn number(self) -> i64 {
        match self {
            Self::Quick => 0,
            Self::Long => 1,
            Self::Mail => 2,
        }
    }
}
