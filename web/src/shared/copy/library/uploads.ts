// Texts of uploads, on every screen.

type MediaKind = 'beat' | 'video'

export const uploads = {
  title: 'Uploads',
  count: (done: number, total: number) =>
    `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
  failedCount: (count: number) => `${count.toLocaleString('en-US')} failed`,
  overall: 'All uploads',
  show: 'Show uploads',
  hide: 'Hide uploads',
  progressOf: (name: string) => `Upload of ${name}`,
  cancelOf: (name: string) => `Cancel upload of ${name}`,
  retryOf: (name: string) => `Retry upload of ${name}`,
  dismissOf: (name: string) => `Dismiss ${name}`,
  clear: 'Clear finished',
  waiting: 'Waiting',
  finishing: 'Finishing',
  done: 'Uploaded',
  cancelled: 'Canceled',
  ofTotal: (sent: string, total: string) => `${sent} of ${total}`,
  speed: (size: string) => `${size}/s`,
  left: (time: string) => `${time} left`,
  duplicateOf: (title: string) => `This file is already in your library as “${title}”`,
  unknownType: 'unknown',
  pauseOf: (name: string) => `Pause upload of ${name}`,
  resumeOf: (name: string) => `Resume upload of ${name}`,
  pausedAt: (sent: string, total: string) => `Paused at ${sent} of ${total}`,
  chooseAgain: (sent: string, total: string) =>
    `Paused at ${sent} of ${total}. Choose the file again to resume.`,
  otherFile: (name: string) => `That's a different file. Choose ${name} to resume.`,
  noBeat: (name: string) => `Waits for ${name}, which wasn't uploaded`,
  uploadNotReady: "Couldn't start the upload. Try again in a moment.",
  folderFailed: "Couldn't read the folder",
  unsupported: (type: string) =>
    `File type "${type}" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or video files (MP4, MOV, AVI, WebM)`,
  tooLarge: (limit: string) => `File size too large. Maximum size is ${limit}.`,
  uploadStarted: (kind: MediaKind) => (kind === 'video' ? 'Uploading video...' : 'Uploading beat...'),
  uploaded: (kind: MediaKind) =>
    kind === 'video' ? 'Video uploaded successfully!' : 'Beat uploaded successfully!',
  uploadRefused: (error?: string) => `Upload failed: ${error || 'Unknown error'}`,
  uploadFailed: (message: string) => `Failed to upload beat: ${message}`,
} as const
