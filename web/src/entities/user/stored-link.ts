// The mail link that this tab was opened with, kept in session storage for a reload until it was used or left.
import { STORAGE_KEYS } from '@/shared/config/limits'

export type MailLink = { kind: 'reset' | 'confirm'; token: string }

export function readStoredLink(): MailLink | null {
  try {
    const [kind, token] = (sessionStorage.getItem(STORAGE_KEYS.mailLink) ?? '').split(' ')
    return (kind === 'reset' || kind === 'confirm') && token ? { kind, token } : null
  } catch {
    return null
  }
}

/** Stores the mail link for a reload; null removes it. */
export function storeLink(link: MailLink | null) {
  try {
    if (link === null) sessionStorage.removeItem(STORAGE_KEYS.mailLink)
    else sessionStorage.setItem(STORAGE_KEYS.mailLink, `${link.kind} ${link.token}`)
  } catch {
    // A private window may refuse session storage; then the link must be opened again after a reload.
  }
}
