//! Writes sound as a plain WAV file.

/// A 16-bit WAV from interleaved samples between -1 and 1.
pub fn wav(rate: u32, channels: u16, samples: &[f32]) -> Vec<u8> {
    // The header allows 4 GB, which is six hours; nothing written here comes near.
    let length = u32::try_from(samples.len() * 2).unwrap_or(u32::MAX - 36);
    let mut file = Vec::with_capacity(44 + samples.len() * 2);
    file.extend(b"RIFF");
    file.extend((36 + length).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(channels.to_le_bytes());
    file.extend(rate.to_le_bytes());
    file.extend((rate * u32::from(channels) * 2).to_le_bytes());
    file.extend((channels * 2).to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    for sample in samples {
        file.extend(((sample.clamp(-1.0, 1.0) * 32_767.0).round() as i16).to_le_bytes());
    }
    file
}
