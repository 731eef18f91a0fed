// The fallback messages of sign-in and unlock, for a response without a message and for no response. The real server
// always sends a message, so the fallbacks are tested here.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NoCredentialsError } from '@/entities/session/effects'
import { ApiError } from '@/shared/api/error'
import { toast } from '@/shared/ui/toast/toast'
import { Toaster } from '@/shared/ui/toast/toaster'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { unlockFailure } from './unlock-failure'
import { UnlockForm } from './unlock-form'

// After a request without a response the app probes the server; the probe fails here.
const server = setupServer(http.get('*/api/health/live', () => HttpResponse.error()))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  toast.dismiss()
})
afterAll(() => server.close())

const empty = (status: number) => () => new HttpResponse(null, { status })
const offline = () => HttpResponse.error()
const locked = {
  user: { id: 'u1', name: 'Maya', email: 'maya@northline.studio', role: 'DJ' },
  path: '/',
  timestamp: 1,
}

function show(form: ReactNode) {
  render(
    <>
      {form}
      <Toaster />
    </>,
  )
  return userEvent.setup()
}

async function expectText(text: string) {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe('what unlock says', () => {
  it.each([
    [empty(401), 'Invalid credentials'],
    [empty(500), 'Failed to restore session'],
    [offline, 'An error occurred while restoring session'],
  ])('%# (LOCK-05)', async (answer, text) => {
    server.use(http.post('*/api/auth/login', answer))
    const user = show(<UnlockForm record={locked} />)
    await user.type(screen.getByLabelText('Password'), 'Harbour77x')
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    await expectText(text)
  })

  it('about a code (LOCK-05)', () => {
    expect(unlockFailure(new ApiError(401, null, null), 'Invalid 2FA token')).toBe('Invalid 2FA token')
    expect(unlockFailure(new NoCredentialsError(), 'Invalid 2FA token')).toBe(
      'No temporary credentials found',
    )
    expect(unlockFailure(new ApiError(401, { error: 'Said.' }, null), 'Invalid 2FA token')).toBe('Said.')
  })
})

describe('what sign-in says', () => {
  it.each([
    [empty(500), 'Login failed. Please try again.'],
    [offline, 'An unexpected error occurred. Please try again.'],
    [() => HttpResponse.json({ success: false, error: 'Said.' }, { status: 401 }), 'Said.'],
  ])('%# (AUTH-08)', async (answer, text) => {
    server.use(http.post('*/api/auth/login', answer))
    const user = show(<SignInForm onForgot={() => {}} />)
    await user.type(screen.getByLabelText('Email'), 'maya@northline.studio')
    await user.type(screen.getByLabelText('Password'), 'Harbour77x')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await expectText(text)
  })

  it('when it has to wait (AUTH-13)', async () => {
    server.use(
      http.post('*/api/auth/login', () =>
        HttpResponse.json(
          { success: false, error: 'Too many attempts. Please try again in 2 minutes.' },
          { status: 429, headers: { 'Retry-After': '90' } },
        ),
      ),
    )
    const user = show(<SignInForm onForgot={() => {}} />)
    await user.type(screen.getByLabelText('Email'), 'maya@northline.studio')
    await user.type(screen.getByLabelText('Password'), 'Harbour77x')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await expectText('Too many attempts. Try again in 2 minutes.')
  })
})

describe('what sign-up says', () => {
  it.each([
    [empty(500), 'Signup failed. Please try again.'],
    [offline, 'An unexpected error occurred. Please try again.'],
  ])('%# (AUTH-08)', async (answer, text) => {
    server.use(http.post('*/api/auth/signup', answer))
    const user = show(<SignUpForm />)
    await user.type(screen.getByLabelText('Full name'), 'Maya Okafor')
    await user.type(screen.getByLabelText('Email'), 'maya@northline.studio')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'DJ')
    await user.type(screen.getByLabelText('Password'), 'Harbour77x')
    await user.type(screen.getByLabelText('Confirm password'), 'Harbour77x')
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
    await expectText(text)
  })
})
