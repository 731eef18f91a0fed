// Texts of exporting rows as a file.

export const exports = {
  title: 'Export Data',
  intro: "We'll prepare the file and download it. Only your own data is included.",
  introFiltered: 'The file includes the rows that match your search and filters.',
  type: 'Data',
  types: {
    all: 'Everything',
    transactions: 'Transactions',
    sales: 'Sales',
    licenses: 'Licenses',
    beneficiaries: 'Clients',
    documents: 'Beat library',
    goals: 'Goals',
    applications: 'Applications',
    notifications: 'Notifications',
  },
  format: 'Format',
  formats: {
    csv: { name: 'CSV', help: 'For any spreadsheet' },
    xlsx: { name: 'Excel', help: 'XLSX workbook' },
    json: { name: 'JSON', help: 'For developers' },
    pdf: { name: 'PDF', help: 'To read and print' },
  },
  wholeNumbers: 'Include full account numbers',
  stages: {
    asking: 'Requesting the file...',
    pending: 'Waiting in line...',
    processing: 'Preparing the file...',
    downloading: 'Downloading...',
  },
  progress: 'Export',
  cancel: 'Cancel',
  submit: 'Export',
  working: 'Exporting...',
  done: 'Data exported successfully!',
  failed: 'Failed to export data',
} as const
