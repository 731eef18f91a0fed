//! Logs: one line per event on standard error, as text for people or JSON for machines. Whatever
//! happens while a request is served carries the request's id.

use std::io::IsTerminal;

use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::program::cli::LogArgs;
use crate::program::config::LogFormat;

/// Called once, before the first log line.
pub fn start(settings: &LogArgs) {
    let lines = subscriber(settings, std::io::stderr, std::io::stderr().is_terminal());
    // Fails only on a second call; the first subscriber then stays in place.
    let _ = lines.try_init();
    // The default panic hook writes several lines; this one writes one log line.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let cause = panic.payload_as_str().unwrap_or("a panic without words");
        tracing::error!(place, cause, "panic");
    }));
}

/// Writes the log lines that the settings ask for, in color on a terminal.
pub fn subscriber<W>(
    settings: &LogArgs,
    writer: W,
    is_terminal: bool,
) -> impl Subscriber + Send + Sync
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    let lines = match settings.log_format {
        LogFormat::Text => lines.with_ansi(is_terminal).with_filter(settings.log.clone()).boxed(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .with_filter(settings.log.clone())
            .boxed(),
    };
    tracing_subscriber::registry().with(lines)
}
