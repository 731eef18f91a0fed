//! Detects file types by content: every supported type, and files that only look like one.

use ledgerline_media::{HEAD_BYTES, Kind, Sniffer, sniff};
use proptest::prelude::*;
use testbed::fixtures::{Sample, tone};

/// Feeds a file in pieces, as an upload comes in.
fn sniff_in_pieces(file: &[u8], size: usize) -> Option<Kind> {
    let mut sniffer = Sniffer::new();
    file.chunks(size).for_each(|piece| sniffer.push(piece));
    sniffer.finish()
}

/// An ID3v2 tag whose content has the given length.
fn id3(length: u32) -> Vec<u8> {
    let mut tag = b"ID3\x04\x00\x00".to_vec();
    tag.extend([21, 14, 7, 0].map(|shift| (length >> shift & 0x7f) as u8));
    tag.resize(10 + length as usize, 0x41);
    tag
}

// MED-02, MED-10
#[test]
fn every_allowed_type_is_known_by_its_content() {
    for sample in Sample::ALL {
        let file = sample.bytes();
        let head = &file[..file.len().min(HEAD_BYTES)];
        assert_eq!(sniff(head), Some(sample.kind()), "{sample:?} by its head");
        for size in [1, 7, 1000] {
            assert_eq!(sniff_in_pieces(file, size), Some(sample.kind()), "{sample:?} by {size}");
        }
    }
}

#[test]
fn a_verdict_comes_early_and_stays() {
    let mut sniffer = Sniffer::new();
    sniffer.push(&Sample::Wav.bytes()[..100]);
    assert_eq!(sniffer.verdict(), Some(Some(Kind::Wav)));
    sniffer.push(b"<html>");
    assert_eq!(sniffer.finish(), Some(Kind::Wav));
}

// MED-10
#[test]
fn what_only_pretends_is_refused() {
    let mut tagged_page = id3(300);
    tagged_page.extend(b"<!doctype html><script>alert(1)</script>".repeat(100));
    let mut tagged_twice = id3(10);
    tagged_twice.extend(&tagged_page);
    let mut padded_page = id3(10);
    padded_page.extend([0; 2000]);
    padded_page.extend(b"<html>".repeat(500));
    let mut tagged_wav = id3(10);
    tagged_wav.extend(tone(8000, 0.1));
    let mut frame_then_page = Sample::Mp3WithoutTag.bytes()[..417].to_vec();
    frame_then_page.extend(b"<html>".repeat(500));
    let mut utf16 = vec![0xff, 0xfe];
    utf16.extend(
        "<html><body>hello</body></html>".repeat(50).encode_utf16().flat_map(u16::to_le_bytes),
    );

    let pretenders: [(&str, Vec<u8>); 20] = [
        ("nothing", vec![]),
        ("a page", b"<!doctype html><html><body>beat</body></html>".repeat(50)),
        ("a page in UTF-16", utf16),
        ("a Windows program", [&b"MZ\x90\0\x03"[..], &[0; 4000]].concat()),
        ("a Linux program", [&b"\x7fELF\x02\x01\x01"[..], &[0; 4000]].concat()),
        ("a script", b"#!/bin/sh\nrm -rf /\n".to_vec()),
        ("a tag before a page", tagged_page),
        ("two tags before a page", tagged_twice),
        ("a tag and padding before a page", padded_page),
        ("a tag before a WAV", tagged_wav),
        ("a tag that never ends", id3(100_000)[..50_000].to_vec()),
        ("a tag and nothing", id3(100)),
        ("one frame before a page", frame_then_page),
        ("zeros", vec![0; 100_000]),
        ("a PNG", [&b"\x89PNG\r\n\x1a\n"[..], &[0; 4000]].concat()),
        ("a PDF", b"%PDF-1.7\n".repeat(20)),
        ("a zip", [&b"PK\x03\x04"[..], &[0; 4000]].concat()),
        ("an AVIF picture", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miafiso8".to_vec()),
        ("a RIFF that is WebP", b"RIFF\x10\0\0\0WEBPVP8 \0\0\0\0".to_vec()),
        ("a WAV without its format", b"RIFF\x10\0\0\0WAVEdata\x04\0\0\0\0\0\0\0".to_vec()),
    ];
    for (name, file) in pretenders {
        assert_eq!(sniff(&file), None, "{name}");
        assert_eq!(sniff_in_pieces(&file, 13), None, "{name}, in pieces");
    }
}

#[test]
fn video_in_ogg_and_plain_matroska_are_not_among_the_types() {
    let theora = [&b"OggS\0\x02"[..], &[0; 20], &[1, 7], b"\x80theora"].concat();
    assert_eq!(sniff(&theora), None);
    let name = b"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska";
    assert_eq!(sniff(name), None);
    assert_eq!(sniff(b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"), Some(Kind::WebM));
}

// MED-10
#[test]
fn a_tag_larger_than_the_head_is_followed_to_the_first_frame() {
    for length in [HEAD_BYTES as u32 + 1, 3_000_000] {
        let mut file = id3(length);
        let header = file.len();
        file.extend(Sample::Mp3WithoutTag.bytes());
        assert_eq!(sniff_in_pieces(&file, 8192), Some(Kind::Mp3));
        assert_eq!(sniff_in_pieces(&file, file.len()), Some(Kind::Mp3));
        file.truncate(header);
        file.extend(b"<html>".repeat(5000));
        assert_eq!(sniff_in_pieces(&file, 8192), None);
    }
}

#[test]
fn a_tag_may_stand_before_flac_and_aac_and_be_followed_by_padding() {
    for (sample, kind) in [(Sample::Flac, Kind::Flac), (Sample::Aac, Kind::Aac)] {
        let file = [id3(500), vec![0; 700], sample.bytes().to_vec()].concat();
        assert_eq!(sniff(&file), Some(kind));
        assert_eq!(sniff_in_pieces(&file, 1), Some(kind));
    }
}

#[test]
fn a_very_short_mp3_is_still_one() {
    let file = Sample::Mp3WithoutTag.bytes();
    let second = (2..).find(|at| file[*at] == 0xff && file[at + 1] == file[1]).unwrap();
    assert_eq!(sniff(&file[..second]), Some(Kind::Mp3), "one whole frame");
    let closed = [&file[..second], b"TAGtitle", &[0; 120]].concat();
    assert_eq!(sniff(&closed), Some(Kind::Mp3), "one frame and a closing tag");
}

#[test]
fn old_quicktime_without_brands_is_known() {
    let moov = b"\0\0\0\x08wide\0\0\x10\0mdat\x01\x02\x03\x04\x05\x06\x07\x08";
    assert_eq!(sniff(moov), Some(Kind::Mov));
    assert_eq!(sniff(b"\0\0\x10\0moov\0\0\0\x6cmvhd"), Some(Kind::Mov));
    assert_eq!(sniff(b"\0\0\x10\0moov<html><body>"), None);
}

proptest! {
    // MED-10
    #[test]
    fn pieces_of_any_size_give_the_same_verdict(
        which in 0..Sample::ALL.len(),
        cut in 0_usize..20_000,
        flips in prop::collection::vec((0_usize..200, any::<u8>()), 0..4),
        size in 1_usize..5000,
    ) {
        let mut file = Sample::ALL[which].bytes().to_vec();
        file.truncate(cut);
        for (at, value) in flips {
            if let Some(byte) = file.get_mut(at) {
                *byte = value;
            }
        }
        prop_assert_eq!(sniff(&file), sniff_in_pieces(&file, size));
    }

    #[test]
    fn noise_is_nothing_and_never_a_panic(file in prop::collection::vec(any::<u8>(), 0..3000)) {
        prop_assert_eq!(sniff(&file), None);
    }
}

#[test]
fn a_claimed_type_is_understood_in_its_common_spellings() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_claim(kind.mime()), Some(kind));
    }
    assert_eq!(Kind::from_claim("Audio/MP3; charset=binary"), Some(Kind::Mp3));
    assert_eq!(Kind::from_claim("audio/x-m4a"), Some(Kind::M4a));
    assert_eq!(Kind::from_claim("audio/midi"), None);
    let silent: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| !kind.is_playable()).collect();
    assert_eq!(silent, [Kind::Avi, Kind::Mpeg]);
}

#[test]
fn each_type_has_one_name() {
    for kind in Kind::ALL {
        assert_eq!(Kind::from_mime(kind.mime()), Some(kind));
    }
    let sound =
        [Kind::Mp3, Kind::Wav, Kind::Ogg, Kind::Flac, Kind::Aac, Kind::M4a, Kind::WebMAudio];
    assert!(Kind::ALL.into_iter().all(|kind| kind.is_video() != sound.contains(&kind)));
    assert_eq!(Kind::from_mime("text/html"), None);
}
