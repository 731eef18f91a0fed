// Texts of exporting rows as a file.

export const exports = {
  title: 'Export Data',
  intro: 'The file is made for you and downloaded; it holds only what is yours.',
  introFiltered: 'The file holds the rows that fit your search and filters.',
  type: 'What',
  types: {
    all: 'Everything',
    transactions: 'Transactions',
    sales: 'Sales',
    beneficiaries: 'Clients',
    documents: 'Beat library',
    goals: 'Goals',
    notifications: 'Notifications',
  },
  format: 'Format',
  formats: {
    csv: { name: 'CSV', help: 'For any spreadsheet' },
    xlsx: { name: 'Excel', help: 'An XLSX workbook' },
    json: { name: 'JSON', help: 'For programs' },
    pdf: { name: 'PDF', help: 'To read and print' },
  },
  wholeNumbers: 'Include full account numbers',
  stages: {
    asking: 'Asking for the file...',
    pending: 'Waiting for its turn...',
    processing: 'Making the file...',
    downloading: 'Downloading...',
  },
  progress: 'Export',
  cancel: 'Cancel',
  submit: 'Export',
  working: 'Exporting...',
  done: 'Data exported successfully!',
  failed: 'Failed to export data',
} as const
