// Texts of sign-in, the two-factor step and sign-up.

export const signIn = {
  title: 'Sign In',
  email: 'Email',
  password: 'Password',
  submit: 'Sign In',
  pending: 'Signing In...',
  forgot: 'Forgot password?',
  divider: 'or',
  noAccount: "Don't have an account?",
  createAccount: 'Create Account',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  callFailed: 'Login failed',
  failed: 'Login failed. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  welcome: (name: string) => `Welcome back, ${name}!`,
} as const

export const twoFactorStep = {
  title: 'Two-Factor Authentication',
  intro: 'Enter the 6-digit code from your authenticator app',
  code: 'Code',
  submit: 'Verify & Sign In',
  pending: 'Verifying...',
  back: 'Back to Login',
  prompt: 'Please enter your 2FA code',
  codeInvalid: 'Please enter a valid 6-digit code',
  wrongCode: 'Invalid 2FA code. Please try again.',
  required: '2FA required',
  completionFailed: 'Failed to complete 2FA verification',
  useRecovery: 'Use a recovery code',
  useCode: 'Use your authenticator app',
  recoveryIntro: 'Enter one of the recovery codes you saved when you set this up. Each works once.',
  recoveryCode: 'Recovery code',
  recoveryPlaceholder: 'xxxxx-xxxxx',
  recoveryInvalid: 'Please enter a valid recovery code',
} as const

export const signUp = {
  title: 'Create Account',
  name: 'Full name',
  email: 'Email',
  role: 'Role',
  rolePlaceholder: 'Select your role',
  password: 'Password',
  confirmPassword: 'Confirm password',
  submit: 'Create Account',
  pending: 'Creating Account...',
  haveAccount: 'Already have an account?',
  signIn: 'Sign In',
  nameRequired: 'Full name is required',
  nameTooShort: 'Name must be at least 2 characters',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 6 characters',
  confirmRequired: 'Please confirm your password',
  confirmMismatch: 'Passwords do not match',
  roleRequired: 'Please select your role',
  callFailed: 'Signup failed',
  failed: 'Signup failed. Please try again.',
  unexpected: 'An unexpected error occurred. Please try again.',
  welcome: (name: string) => `Welcome to Ledgerline, ${name}! Your account was created.`,
} as const

export const invitation = {
  checking: 'Checking your invitation...',
  unreachable: "We couldn't check your invitation",
  retry: 'Try again',
  spent: 'This invitation has expired or has already been used. Please ask for a new one.',
} as const

export const signOut = { success: 'Logged out successfully' } as const
