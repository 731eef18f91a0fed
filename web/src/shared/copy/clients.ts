// Texts of clients, which the API calls beneficiaries.

export const clients = {
  title: 'Clients',
  filter: 'Filter',
  addClient: 'Add Client',
  addTitle: 'Add New Beneficiary',
  requiredFields: 'Please fill in all required fields',
  emailInvalid: 'Please enter a valid email address',
  loadFailed: 'Failed to load beneficiaries',
  addFailed: 'Failed to add beneficiary. Please try again.',
} as const
