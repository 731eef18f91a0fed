// The recipients of links: clients, and people typed by name, by email address, or as 'Name <address>'.
import type { RecipientBody } from '@/entities/shares/mutations'
import { SHARE } from '@/shared/config/limits'
import { shareForm as copy } from '@/shared/copy/shares'

export interface Recipient {
  clientId: string | null
  name: string
  email: string
}

const ADDRESS = /^\S+@\S+\.\S+$/

/** Parses the recipients in a typed or pasted text, separated by commas, semicolons or lines. */
export function readRecipients(text: string): Recipient[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readOne)
}

function readOne(text: string): Recipient {
  const both = /^(.*?)\s*<([^<>]*)>$/.exec(text)
  if (both) return { clientId: null, name: withoutQuotes(both[1] ?? ''), email: (both[2] ?? '').trim() }
  return text.includes('@')
    ? { clientId: null, name: '', email: text }
    : { clientId: null, name: withoutQuotes(text), email: '' }
}

const withoutQuotes = (name: string) => name.trim().replace(/^"(.*)"$/, '$1')

/** Adds the recipients that are not in the list yet. */
export function withRecipients(before: readonly Recipient[], added: readonly Recipient[]): Recipient[] {
  const all = [...before]
  for (const one of added) if (!all.some((other) => keyOf(other) === keyOf(one))) all.push(one)
  return all
}

export function keyOf({ clientId, name, email }: Recipient): string {
  return clientId ?? `${name.toLowerCase()}\n${email.toLowerCase()}`
}

export const labelOf = ({ name, email }: Recipient) => name || email

/** Returns the error message for a list of recipients; null if it is valid. */
export function recipientsFault(all: readonly Recipient[]): string | null {
  if (all.length > SHARE.recipientsMost) return copy.forTooMany
  if (all.some(({ name }) => name.length > SHARE.nameMax)) return copy.nameTooLong
  const wrong = all.find(({ email }) => email !== '' && !ADDRESS.test(email))
  return wrong ? copy.emailWrong(wrong.email) : null
}

export function recipientBody({ clientId, name, email }: Recipient): RecipientBody {
  return clientId === null ? { name, email } : { client_id: clientId }
}
