// The screens before the app: sign-up and sign-in with the switch between them, the code step, and the form for a
// forgotten password. Forms that most visits do not need are loaded when they are opened.
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useSignups } from '@/entities/about/use-signups'
import { session } from '@/entities/session/session'
import { useSessionState } from '@/entities/session/use-session'
import { AuthCard } from '@/features/auth/auth-card'
import { SignInForm } from '@/features/auth/sign-in-form'
import { SignUpForm } from '@/features/auth/sign-up-form'
import { brand } from '@/shared/copy/brand'
import { signIn, signUp, twoFactorStep } from '@/shared/copy/identity/auth'
import { lazy } from '@/shared/lib/lazy'
import { useTitle } from '@/shared/lib/use-title'
import { textLinkClass } from '@/shared/ui/text-link'

type Mode = 'signUp' | 'signIn' | 'forgot'

const TwoFactorCard = lazy(async () => ({
  default: (await import('@/features/auth/two-factor-card')).TwoFactorCard,
}))
const InvitedSignUp = lazy(async () => ({
  default: (await import('@/features/auth/invited-sign-up')).InvitedSignUp,
}))
const ForgotPasswordCard = lazy(async () => ({
  default: (await import('@/features/auth/forgot-password-card')).ForgotPasswordCard,
}))

/** The authentication screen. An invitation opens sign-up even if public sign-up is closed. */
export function AuthScreen({ invitation }: { invitation: string | null }) {
  const state = useSessionState()
  const signups = useSignups()
  const isOpen = signups === 'on' || invitation !== null
  // Shows sign-in first to a returning visitor and at /login, otherwise sign-up.
  const returning = session.isKnownHere() || (state.status === 'unauthenticated' && state.reason !== 'start')
  const [mode, setMode] = useState<Mode>(
    invitation === null && (returning || window.location.pathname === '/login') ? 'signIn' : 'signUp',
  )
  const isSignUp = mode === 'signUp' && isOpen
  const [email, setEmail] = useState('')
  const frame = useRef<HTMLDivElement>(null)

  const formTitle = isSignUp ? signUp.title : signIn.title
  // The form for a forgotten password titles itself.
  const title = mode === 'forgot' ? undefined : formTitle
  useTitle(state.status === 'twoFactor' ? twoFactorStep.title : title)

  const show = (next: Mode) => {
    setMode(next)
    requestAnimationFrame(() => frame.current?.querySelector('input')?.focus())
  }

  if (state.status === 'twoFactor') {
    return (
      <Suspense fallback={null}>
        <TwoFactorCard />
      </Suspense>
    )
  }
  if (mode === 'forgot') {
    return (
      <Suspense fallback={null}>
        <ForgotPasswordCard email={email} onBack={() => show('signIn')} />
      </Suspense>
    )
  }
  return (
    <div ref={frame}>
      {isSignUp ? (
        <AuthCard wide title={signUp.title} subtitle={brand.line}>
          {invitation === null ? (
            <SignUpForm />
          ) : (
            <Suspense fallback={null}>
              <InvitedSignUp token={invitation} />
            </Suspense>
          )}
          <Switcher question={signUp.haveAccount}>
            <button type="button" className={textLinkClass} onClick={() => show('signIn')}>
              {signUp.signIn}
            </button>
          </Switcher>
        </AuthCard>
      ) : (
        <AuthCard title={brand.name} subtitle={brand.tagline}>
          <SignInForm
            onForgot={(typed) => {
              setEmail(typed)
              setMode('forgot')
            }}
          />
          {isOpen ? (
            <>
              <Divider />
              <Switcher question={signIn.noAccount}>
                <button type="button" className={textLinkClass} onClick={() => show('signUp')}>
                  {signIn.createAccount}
                </button>
              </Switcher>
            </>
          ) : null}
        </AuthCard>
      )}
    </div>
  )
}

function Switcher({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className="text-center text-ink-2">
      {question} {children}
    </p>
  )
}

function Divider() {
  return (
    <div className="flex items-center gap-3 text-12 text-ink-3">
      <span className="grow h-px bg-line" />
      {signIn.divider}
      <span className="grow h-px bg-line" />
    </div>
  )
}
