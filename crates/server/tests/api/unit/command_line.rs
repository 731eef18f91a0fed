//! Every setting: its default, what it accepts, and how it is refused.

use std::path::PathBuf;

use app::policy::{PublicPages, Signups};
use clap::{CommandFactory, Parser};
use ledgerline::internal::{Cli, Command, InstallationPlace, LogFormat, ServeArgs, refused_line};

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn help_never_shows_a_password() {
    let serve = Cli::command();
    let serve = serve.find_subcommand("serve").expect("serve exists");
    for id in ["database_url", "smtp_url"] {
        let url = serve.get_arguments().find(|a| a.get_id() == id).expect("a setting");
        assert!(url.is_hide_env_values_set(), "{id}");
    }
}

fn serve(flags: &[&str]) -> Result<ServeArgs, String> {
    let line = ["ledgerline", "serve"].into_iter().chain(flags.iter().copied());
    let cli = Cli::try_parse_from(line)
        .map_err(|error| refused_line(&error).unwrap_or_else(|| panic!("{error}")).to_owned())?;
    let Command::Serve(args) = cli.command else { panic!("serve was asked for") };
    args.check().map(|()| args).map_err(|error| error.to_string())
}

#[test]
fn nothing_set_gives_the_documented_defaults() {
    let args = serve(&[]).expect("defaults make sense");
    assert_eq!(args.network.listen.to_string(), "127.0.0.1:8080");
    let place = InstallationPlace::from(&args.place);
    assert_eq!(place.data_dir, PathBuf::from("./data"));
    assert_eq!(place.secret_key_file, PathBuf::from("./data/secret.key"));
    assert_eq!(place.database_url, None);
    assert_eq!(place.media, blobs::StoreLocation::Folder(PathBuf::from("./data/media")));
    let limits = args.upload_limits();
    assert_eq!((limits.audio_mb, limits.video_mb), (50, 200));
    let policy = args.policy(false);
    assert_eq!(policy.signups, Signups::On);
    assert_eq!(policy.max_account_bytes, Some(100 << 30));
    assert!(args.people.rate_limit && args.people.sample_data);
    assert!(args.people.support_email.is_none());
    assert!(args.mail.smtp_url.is_none() && args.mail.mail_from.is_none());
    assert!(args.metrics_listen.is_none() && args.network.trusted_proxies.is_none());
    assert!(args.network.public_url.is_none() && args.network.links_url.is_none());
    assert_eq!(policy.public_pages, PublicPages::Links);
    assert_eq!(args.logs.log_format, LogFormat::Text);
}

/// OPS-07: a senseless setting is named together with what it got and what it takes.
#[test]
fn every_setting_refuses_nonsense_in_one_line() {
    let nonsense: &[(&str, &[&str])] = &[
        ("--listen", &["", "8080", "localhost", "127.0.0.1:99999", "127.0.0.1"]),
        (
            "--public-url",
            &[
                "",
                "studio.example",
                "ftp://x",
                "https://x/app",
                "https://a@x",
                "http://x:0",
                "http://x?q",
                "http://x#a",
            ],
        ),
        ("--links-url", &["", "beats.example", "https://x/s"]),
        ("--public-pages", &["", "on", "shop"]),
        ("--database-connections", &["", "1", "1001", "many"]),
        ("--guest-streams", &["", "0", "many"]),
        ("--guest-mbit", &["", "1.5", "fast"]),
        ("--delivery-days", &["", "0", "3651", "long"]),
        ("--delivery-tickets", &["", "0", "many"]),
        ("--delivery-record-years", &["", "101", "long"]),
        ("--trusted-proxies", &["", "all", "10.0.0.0/40", "10.0.0.1,"]),
        ("--data-dir", &[""]),
        ("--secret-key-file", &[""]),
        (
            "--database-url",
            &["", "mysql://root:hunter2@db/x", "postgres://", "data.db", "postgres://a b"],
        ),
        ("--media-url", &["", "media", "gs://beats", "s3://", "s3://beats/../x", "file://media"]),
        ("--max-audio-mb", &["", "0", "1.5", "50MB", "100001"]),
        ("--max-video-mb", &["", "0", "many", "99999999999"]),
        ("--max-account-gb", &["", "1.5", "20GB", "1000001"]),
        ("--signups", &["", "yes", "ON", "invited"]),
        ("--rate-limit", &["", "yes", "ON", "0"]),
        ("--sample-data", &["", "true", "Off"]),
        ("--support-email", &["", "help", "a@b@c", "help@"]),
        (
            "--smtp-url",
            &["", "mail.example", "http://mail.example", "imap://root:hunter2@mail.example"],
        ),
        ("--mail-from", &["", "studio", "Studio <studio>", "a@b.example, c@d.example"]),
        ("--log", &["", "verbose", "info,", "x=loud", "=info"]),
        ("--log-format", &["", "xml"]),
        ("--metrics-listen", &["", "9090", "127.0.0.1:8080"]),
    ];
    for (flag, values) in nonsense {
        for value in *values {
            let error = serve(&[flag, value]).err().unwrap_or_else(|| panic!("{flag} {value}"));
            assert!(error.starts_with(&format!("{flag} (LEDGERLINE_")), "{error}");
            assert!(error.contains("but it takes"), "{error}");
            assert!(!error.contains('\n') && !error.contains("hunter2"), "{error}");
        }
    }
}

#[test]
fn sensible_settings_are_taken() {
    let sense: &[(&str, &[&str])] = &[
        ("--listen", &["0.0.0.0:80", "[::1]:0", "127.0.0.1:0"]),
        ("--public-url", &["https://studio.example", "http://127.0.0.1:8080/", "https://x:8443"]),
        ("--links-url", &["https://beats.example"]),
        ("--public-pages", &["off", "links", "all"]),
        ("--trusted-proxies", &["10.0.0.7", "10.0.0.0/8, ::1"]),
        ("--database-url", &["postgres://u:p@h/d", "postgresql://h/d?sslmode=disable"]),
        ("--media-url", &["s3://beats", "s3://beats/studio", "file:///srv/media"]),
        ("--max-audio-mb", &["1", "150", "100000"]),
        ("--max-account-gb", &["0", "1", "1000000"]),
        ("--signups", &["on", "off", "invite"]),
        ("--sample-data", &["on", "off"]),
        ("--smtp-url", &["smtp://mail.example", "smtps://u:p%40@mail.example:465"]),
        ("--mail-from", &["studio@example.com", "Studio <studio@example.com>"]),
        ("--log", &["off", "DEBUG", "info, ledgerline=trace", "warn,hyper=off"]),
    ];
    for (flag, values) in sense {
        for value in *values {
            assert_eq!(serve(&[flag, value]).err(), None);
        }
    }
}

/// `Setting::refuse` derives the variable from the flag.
#[test]
fn every_variable_is_named_for_its_flag() {
    let serve = Cli::command();
    let serve = serve.find_subcommand("serve").expect("serve exists");
    for argument in serve.get_arguments().filter(|argument| argument.get_env().is_some()) {
        let flag = argument.get_long().expect("a flag").to_uppercase().replace('-', "_");
        let variable = argument.get_env().expect("a variable");
        assert_eq!(variable.to_str(), Some(format!("LEDGERLINE_{flag}").as_str()));
    }
}

/// The demo's password is refused wherever these say that others reach the server.
#[test]
fn an_address_a_public_url_or_a_proxy_makes_a_server_reachable() {
    let is_reachable = |flags: &[&str]| serve(flags).expect("sensible settings").is_reachable();
    assert!(!is_reachable(&[]));
    assert!(!is_reachable(&["--public-url", "http://localhost:8080"]));
    assert!(is_reachable(&["--listen", "0.0.0.0:80"]));
    assert!(is_reachable(&["--public-url", "https://studio.example"]));
    assert!(is_reachable(&["--trusted-proxies", "127.0.0.1"]));
}
