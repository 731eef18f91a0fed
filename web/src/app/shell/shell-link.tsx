// A link of the frame. The shell's paths are plain strings, so the router's type check of paths is bypassed here, in
// one place.
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

interface ShellLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string
  hash?: string
}

// A link with an anchor is marked as current only when the address has that anchor too.
const EXACT = { exact: true, includeHash: true }

export function ShellLink({ to, hash, ...rest }: ShellLinkProps) {
  return <Link {...rest} to={to as '/'} hash={hash ?? ''} activeOptions={hash ? EXACT : { exact: true }} />
}
