// Texts of the settings that the frame around every screen needs.

export const settingSections = {
  profile: 'Profile & Identity',
  password: 'Password Management',
  security: 'Security',
  payment: 'Payment Settings',
  notifications: 'Notifications',
  appearance: 'Appearance',
  privacy: 'Privacy & Data',
} as const

export const updateFailed = 'Failed to update setting'
