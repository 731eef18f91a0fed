//! Beats and videos.

/// How large an upload may be, as the operator set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    pub audio_mb: u32,
    pub video_mb: u32,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { audio_mb: 50, video_mb: 200 }
    }
}
