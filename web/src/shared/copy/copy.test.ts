// The specification's texts, written out a second time, so that a typing error in the copy is found.
import { describe, expect, it } from 'vitest'
import { brand } from './brand'
import { calls } from './calls'
import { clients } from './clients'
import * as account from './identity/account'
import * as auth from './identity/auth'
import * as password from './identity/password'
import { profile } from './identity/profile'
import * as security from './identity/security'
import * as session from './identity/session'
import { library } from './library/library'
import { player } from './library/player'
import { uploads } from './library/uploads'
import { cards } from './money/cards'
import { finances } from './money/finances'
import { goals } from './money/goals'
import { transactions } from './money/transactions'
import { settings } from './settings/settings'
import { screens, topBar } from './shell'

/** All texts of a group, also nested ones. Template functions have tests of their own. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

const GROUPS: [string, unknown, string[]][] = [
  [
    'the frame (SHELL-04, SHELL-05)',
    [screens, topBar],
    [
      'Dashboard',
      'Producer Profile',
      'Finances',
      'Sales History',
      'Clients',
      'Beat Library',
      'Analytics',
      'Search beats, clients, sales...',
      'View Profile',
      'Settings',
      'Sign Out',
    ],
  ],
  ['the brand (SHELL-01, AUTH-01)', brand, ['Loading Ledgerline...', 'Music Studio Management Platform']],
  [
    'sign-in (AUTH-03, AUTH-06, AUTH-08)',
    auth.signIn,
    [
      'Sign In',
      'or',
      "Don't have an account?",
      'Create Account',
      'Email is required',
      'Please enter a valid email',
      'Password is required',
      'Password must be at least 6 characters',
      'Signing In...',
      'Login failed',
      'Login failed. Please try again.',
      'An unexpected error occurred. Please try again.',
    ],
  ],
  [
    'the code step (AUTH-07)',
    auth.twoFactorStep,
    [
      'Two-Factor Authentication',
      'Enter the 6-digit code from your authenticator app',
      'Verify & Sign In',
      'Back to Login',
      'Verifying...',
      'Please enter your 2FA code',
      'Please enter a valid 6-digit code',
      'Invalid 2FA code. Please try again.',
      '2FA required',
      'Failed to complete 2FA verification',
    ],
  ],
  [
    'sign-up (AUTH-04, AUTH-06, AUTH-08)',
    auth.signUp,
    [
      'Full name is required',
      'Name must be at least 2 characters',
      'Email is required',
      'Please enter a valid email',
      'Password is required',
      'Password must be at least 6 characters',
      'Please confirm your password',
      'Passwords do not match',
      'Please select your role',
      'Creating Account...',
      'Signup failed',
      'Signup failed. Please try again.',
      'An unexpected error occurred. Please try again.',
    ],
  ],
  ['sign-out (AUTH-10)', auth.signOut, ['Logged out successfully']],
  [
    'the lock (LOCK-03, LOCK-05)',
    session.lock,
    [
      'Session timed out due to inactivity. Please log in again.',
      'Session restored successfully!',
      'Failed to restore session',
      'Invalid 2FA token',
      'Invalid credentials',
      'An error occurred while restoring session',
      'No temporary credentials found',
    ],
  ],
  ['the warning (LOCK-04)', session.timeoutWarning, ['Extend Session', 'Dismiss']],
  [
    'passwords (PROF-02, PROF-03)',
    [password.verifyPassword, password.changePassword],
    [
      'Current password is incorrect',
      'An error occurred while verifying password',
      'Password is incorrect. Please try again.',
      'Failed to verify password. Please try again.',
      'Failed to change password',
      'An error occurred while changing password',
      'Password changed successfully! Please log in again with your new password.',
    ],
  ],
  [
    'the profile (PROF-01, PROF-02)',
    profile,
    [
      'Edit Profile',
      'Change Password',
      'Save Changes',
      'Cancel',
      'Music Producer',
      'Profile updated successfully!',
      'Profile update failed',
      'Failed to update profile',
      'An error occurred while updating profile',
    ],
  ],
  [
    'goals',
    goals,
    [
      'My Goals',
      'Create Goal',
      'Are you sure you want to delete this goal?',
      'Failed to load goals',
      'Failed to create goal',
      'Failed to update goal progress',
      'Failed to delete goal',
      'Goal created successfully!',
      'Goal progress updated!',
      'Goal deleted successfully!',
    ],
  ],
  [
    'finances',
    finances,
    [
      'Failed to load account data',
      'Incorrect PIN!',
      'Card details revealed!',
      'Help and support coming soon!',
      'Add Card',
      'Set Goal',
      'Export Data',
      'Deposit',
      'Withdraw',
      'Pay',
    ],
  ],
  [
    'cards',
    cards,
    [
      'Please fill in all required fields',
      'Please enter a valid 16-digit card number',
      'Please enter a valid expiry date (MM/YY)',
      'Please enter a valid CVV',
      'Failed to load cards',
      'Failed to add card. Please try again.',
      'Failed to delete card',
      'All Cards',
      'Visa Only',
      'Mastercard Only',
    ],
  ],
  [
    'transactions',
    transactions,
    ['Returning to Finances...', 'Type', 'Transaction', 'Date', 'Time', 'Amount', 'Status', 'Actions'],
  ],
  [
    'clients',
    clients,
    [
      'Add New Beneficiary',
      'Please fill in all required fields',
      'Please enter a valid email address',
      'Failed to load beneficiaries',
      'Failed to add beneficiary. Please try again.',
    ],
  ],
  [
    'settings (SET-02)',
    settings,
    [
      'Failed to update setting',
      'Profile & Identity',
      'Password Management',
      'Security',
      'Payment Settings',
      'Notifications',
      'Appearance',
      'Privacy & Data',
    ],
  ],
  [
    'security',
    security,
    [
      'Failed to generate 2FA secret',
      'Failed to enable 2FA',
      'Failed to disable 2FA',
      'Failed to load session information',
      'Failed to revoke session',
      'Failed to revoke sessions',
      'Failed to revoke other sessions',
    ],
  ],
  [
    'the account',
    account,
    [
      'Failed to export data',
      'Failed to export data. Please try again later.',
      'Failed to delete account. Please try again.',
      'Failed to delete account. Please try again later.',
    ],
  ],
  [
    'media',
    [library, uploads, player],
    [
      'Search media by title or filename...',
      'Upload Media',
      'Uploading...',
      'Loading beats...',
      'No media found',
      'Upload your first audio or video file to get started!',
      'Video Track',
      'Audio Track',
      'Loading media...',
      'Failed to load media file',
      'Playback failed',
      'Download started!',
      'Beat deleted successfully!',
      'Failed to download file',
      'Failed to delete beat',
      'Are you sure you want to delete this beat?',
      'Upload failed',
      'Download failed',
    ],
  ],
]

describe('the copy', () => {
  it.each(GROUPS)('holds the texts of %s to the letter', (_name, group, wanted) => {
    expect(texts(group)).toEqual(expect.arrayContaining(wanted))
  })

  it('fills its templates (AUTH-08, AUTH-12)', () => {
    expect(calls.httpError(502)).toBe('HTTP error! status: 502')
    expect(auth.signIn.welcome('Maya')).toContain('Maya')
    expect(auth.signUp.welcome('Maya')).toContain('account was created')
    expect(finances.viewAllCards(3)).toBe('View All Cards (3)')
    expect(uploads.unsupported('text/plain')).toBe(
      'File type "text/plain" not supported. Please upload audio files (MP3, WAV, OGG, FLAC, AAC) or video files (MP4, MOV, AVI, WebM)',
    )
    expect(uploads.tooLarge('50MB')).toBe('File size too large. Maximum size is 50MB.')
    expect(library.loaded(3)).toBe('Loaded 3 beats!')
    expect(uploads.uploadStarted('beat')).toBe('Uploading beat...')
    expect(uploads.uploadStarted('video')).toBe('Uploading video...')
    expect(uploads.uploaded('beat')).toBe('Beat uploaded successfully!')
    expect(uploads.uploaded('video')).toBe('Video uploaded successfully!')
    expect(library.loadFailed()).toBe('Failed to load beats: Unknown error')
    expect(library.documentsFailed('x')).toBe('Failed to load documents: x')
    expect(uploads.uploadRefused()).toBe('Upload failed: Unknown error')
    expect(uploads.uploadFailed('x')).toBe('Failed to upload beat: x')
    expect(player.loadFailedStatus(404)).toBe('Failed to load media: 404')
  })
})
