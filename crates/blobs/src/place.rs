//! The location of a store, parsed from the URL that an operator configures.

use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreLocation {
    Folder(PathBuf),
    /// The account, region and endpoint come from the usual `AWS_*` variables.
    S3 {
        bucket: String,
        prefix: String,
    },
}

impl StoreLocation {
    /// Parses `s3://bucket`, `s3://bucket/prefix` or `file:///folder`.
    pub fn parse(url: &str) -> Option<Self> {
        if let Some(folder) = url.strip_prefix("file://") {
            let folder = Path::new(folder);
            let is_usable = folder.is_absolute() && !url.contains('\0');
            return is_usable.then(|| Self::Folder(folder.to_owned()));
        }
        let rest = url.strip_prefix("s3://")?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.strip_suffix('/').unwrap_or(prefix);
        let is_part = |part: &str| {
            part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
                && !part.is_empty()
                && !part.bytes().all(|b| b == b'.')
        };
        let makes_sense = (3..=63).contains(&bucket.len())
            && is_part(bucket)
            && (prefix.is_empty() || prefix.split('/').all(is_part));
        makes_sense.then(|| Self::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_from_their_urls() {
        let s3 = |bucket: &str, prefix: &str| {
            Some(StoreLocation::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
        };
        assert_eq!(StoreLocation::parse("s3://beats"), s3("beats", ""));
        assert_eq!(StoreLocation::parse("s3://beats/"), s3("beats", ""));
        assert_eq!(StoreLocation::parse("s3://my.beats/studio/A_1/"), s3("my.beats", "studio/A_1"));
        assert_eq!(
            StoreLocation::parse("file:///srv/media"),
            Some(StoreLocation::Folder("/srv/media".into()))
        );
        for nonsense in [
            "",
            "s3://",
            "s3://ab",
            "s3://beats//x",
            "s3://beats/..",
            "s3://beats/a b",
            "s3://be ats",
            "s3://user:secret@beats",
            "gs://beats",
            "media",
            "file://media",
            "file://",
            "S3://beats",
        ] {
            assert_eq!(StoreLocation::parse(nonsense), None, "{nonsense}");
        }
    }
}
