// The last error boundary, above every screen, so that no failure leaves a blank page. It shows a plain page with two
// ways out.
import { Component, type ReactNode } from 'react'
import { session } from '@/entities/session/session'
import { connection } from '@/shared/api/connection'
import { crash } from '@/shared/copy/shell'
import { Button } from '@/shared/ui/button'
import { LogoMark } from '@/shared/ui/logo'

type CrashBoundaryProps = { children: ReactNode }

export class CrashBoundary extends Component<CrashBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="grid place-content-center justify-items-center gap-4 min-h-dvh p-6 text-center">
        <LogoMark size={40} className="text-ink" />
        <h1 className="text-20 font-semibold">{crash.title}</h1>
        <p className="max-w-[40ch] text-ink-2">{crash.pageText}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={reload}>
            {crash.reload}
          </Button>
          <Button onClick={signIn}>{crash.signIn}</Button>
        </div>
      </main>
    )
  }
}

/** A reload without a server would replace the page by the browser's own error page. */
async function reload() {
  if (!(await connection.check())) await connection.whenBack()
  window.location.reload()
}

function signIn() {
  session.signOut()
  reload()
}
