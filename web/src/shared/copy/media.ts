// Texts of the media library and its player.

type MediaKind = 'beat' | 'video'

export const library = {
  title: 'Beat Library',
  search: 'Search media by title or filename...',
  filter: 'Filter',
  upload: 'Upload Media',
  uploading: 'Uploading...',
  loading: 'Loading beats...',
  emptyTitle: 'No media found',
  emptyText: 'Upload your first audio or video file to get started!',
  columns: ['Play', 'Track', 'Format', 'Size', 'Upload Date', 'Actions'],
  videoTrack: 'Video Track',
  audioTrack: 'Audio Track',
  deleteQuestion: 'Are you sure you want to delete this beat?',
  unsupported: (type: string) =>
    `File type "${type}" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or video files (MP4, MOV, AVI, WebM)`,
  tooLarge: (limit: string) => `File size too large. Maximum size is ${limit}.`,
  loaded: (count: number) => `Loaded ${count} beats!`,
  uploadStarted: (kind: MediaKind) => (kind === 'video' ? 'Uploading video...' : 'Uploading beat...'),
  uploaded: (kind: MediaKind) =>
    kind === 'video' ? 'Video uploaded successfully!' : 'Beat uploaded successfully!',
  downloadStarted: 'Download started!',
  deleted: 'Beat deleted successfully!',
  uploadCallFailed: 'Upload failed',
  downloadCallFailed: 'Download failed',
  loadFailed: (error?: string) => `Failed to load beats: ${error || 'Unknown error'}`,
  documentsFailed: (message: string) => `Failed to load documents: ${message}`,
  downloadFailed: 'Failed to download file',
  uploadRefused: (error?: string) => `Upload failed: ${error || 'Unknown error'}`,
  uploadFailed: (message: string) => `Failed to upload beat: ${message}`,
  deleteFailed: 'Failed to delete beat',
} as const

export const player = {
  audioTrack: 'Audio Track',
  loading: 'Loading media...',
  loadFailedStatus: (status: number) => `Failed to load media: ${status}`,
  loadFailed: 'Failed to load media file',
  playbackFailed: 'Playback failed',
} as const
