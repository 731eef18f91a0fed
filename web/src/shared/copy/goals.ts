// Texts of the goals modal.

export const goals = {
  title: 'Goals',
  mine: 'My Goals',
  create: 'Create Goal',
  deleteQuestion: 'Are you sure you want to delete this goal?',
  loadFailed: 'Failed to load goals',
  createFailed: 'Failed to create goal',
  progressFailed: 'Failed to update goal progress',
  deleteFailed: 'Failed to delete goal',
  created: 'Goal created successfully!',
  progressUpdated: 'Goal progress updated!',
  deleted: 'Goal deleted successfully!',
  categories: {
    general: 'General',
    emergency: 'Emergency',
    vacation: 'Vacation',
    house: 'House',
    car: 'Car',
    education: 'Education',
    retirement: 'Retirement',
    health: 'Health',
    business: 'Business',
  },
} as const
