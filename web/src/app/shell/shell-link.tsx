// A link of the frame. The shell names its places as plain text, so the router's check of paths against
// the route tree is left here, in one place.
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

interface ShellLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string
  hash?: string
}

// A link to one field of a screen is not that screen's entry: it is current only when its anchor is too.
const EXACT = { exact: true, includeHash: true }

export function ShellLink({ to, hash, ...rest }: ShellLinkProps) {
  return <Link {...rest} to={to as '/'} hash={hash ?? ''} activeOptions={hash ? EXACT : { exact: true }} />
}
