// Configures the component library for the content security policy, which forbids <style> elements (the two rules it
// would add are in base.css).
import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'

export function UiProvider({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>
}
