// Texts of data export and account deletion.

export const dataExport = {
  action: 'Export Data',
  failed: 'Failed to export data',
  failedRetry: 'Failed to export data. Please try again later.',
} as const

export const accountDeletion = {
  action: 'Delete Account',
  failed: 'Failed to delete account. Please try again.',
  failedLater: 'Failed to delete account. Please try again later.',
} as const
