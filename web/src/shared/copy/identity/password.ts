// Texts of the password dialogs: confirming the current one and choosing a new one.

export const verifyPassword = {
  title: 'Confirm your password',
  saveProfileIntro: 'Enter your current password to save your profile.',
  current: 'Current password',
  submit: 'Confirm',
  pending: 'Verifying...',
  cancel: 'Cancel',
  incorrect: 'Current password is incorrect',
  unexpected: 'An error occurred while verifying password',
  incorrectRetry: 'Password is incorrect. Please try again.',
  failedRetry: 'Failed to verify password. Please try again.',
} as const

export const changePassword = {
  title: 'Change Password',
  currentIntro: 'First, enter your current password.',
  newIntro: 'Choose a new password. Your other devices will be signed out.',
  current: 'Current password',
  next: 'Continue',
  verifying: 'Verifying...',
  newPassword: 'New password',
  confirm: 'Confirm new password',
  mismatch: 'Passwords do not match',
  back: 'Back',
  submit: 'Change Password',
  pending: 'Changing Password...',
  requirementsTitle: 'At least 8 characters and three of these five',
  requirements: {
    length: 'At least 8 characters',
    uppercase: 'An uppercase letter',
    lowercase: 'A lowercase letter',
    digit: 'A digit',
    special: 'A special character',
  },
  met: 'met',
  notMet: 'not met',
  success: 'Password changed successfully! Please log in again with your new password.',
  successNote: "Your other devices were signed out. You're still signed in here.",
  failed: 'Failed to change password',
  unexpected: 'An error occurred while changing password',
} as const

export const passwordStrength = {
  label: 'Password strength',
  weak: 'Weak',
  medium: 'Medium',
  strong: 'Strong',
} as const
