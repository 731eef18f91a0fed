// What the component library needs around the app: the content policy forbids <style> elements, so it may
// not print any (the two rules it loses are in base.css).
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

export function UiProvider({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
