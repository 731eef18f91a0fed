// Texts of payment cards.

export const cards = {
  title: 'Payment Cards',
  addCard: 'Add Card',
  filters: { all: 'All Cards', visa: 'Visa Only', mastercard: 'Mastercard Only' },
  types: {
    visa: 'Visa',
    mastercard: 'Mastercard',
    american_express: 'American Express',
    discover: 'Discover',
  },
  requiredFields: 'Please fill in all required fields',
  numberInvalid: 'Please enter a valid 16-digit card number',
  expiryInvalid: 'Please enter a valid expiry date (MM/YY)',
  cvvInvalid: 'Please enter a valid CVV',
  wrongPin: 'Incorrect PIN!',
  revealed: 'Card details revealed!',
  loadFailed: 'Failed to load cards',
  addFailed: 'Failed to add card. Please try again.',
  deleteFailed: 'Failed to delete card',
} as const
