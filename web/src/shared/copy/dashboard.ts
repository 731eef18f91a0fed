// Texts of the dashboard of an account that is still being set up.

export const dashboard = {
  title: 'Dashboard',
  greeting: (name: string) => `Hello, ${name}`,
  setupTitle: 'Get your studio ready',
  setupProgress: (done: number, total: number) => `${done} of ${total} done`,
  setupDone: 'Your studio is ready.',
  done: 'Done',
  steps: {
    profile: {
      label: 'Complete your profile',
      help: 'Phone, location and a few words about you',
      action: 'Edit Profile',
    },
    photo: { label: 'Add a photo', help: 'Clients see it next to your name', action: 'Add Photo' },
    platforms: {
      label: 'Link a music platform',
      help: 'Spotify, SoundCloud or YouTube, one click away in the sidebar',
      action: 'Add Link',
    },
    twoFactor: {
      label: 'Turn on two-factor authentication',
      help: 'A code from your phone at every sign-in',
      action: 'Set Up',
    },
  },
} as const
