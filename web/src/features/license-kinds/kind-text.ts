// Describes a license kind in one line: 'MP3, WAV, artwork · 500,000 streams · 3 years', or only its terms: '500,000
// streams · 3 years'.
import type { Kind } from '@/entities/licenses/kind'
import { CAPS } from '@/entities/licenses/terms'
import { kinds as copy } from '@/shared/copy/licenses/license-kinds'
import { capUnits, roleNouns, terms } from '@/shared/copy/licenses/licenses'

type SummarizedKind = Pick<Kind, 'delivers' | 'caps' | 'term_months' | 'is_exclusive'>

export function kindText(kind: SummarizedKind): string {
  const files = kind.delivers.map((role) => roleNouns[role]).join(', ')
  return [files.charAt(0).toUpperCase() + files.slice(1), termsText(kind)].filter(Boolean).join(' · ')
}

export function termsText({ caps, term_months, is_exclusive }: Omit<SummarizedKind, 'delivers'>): string {
  const limited = CAPS.find((name) => caps[name].allowed && caps[name].limit !== null)
  const cap = limited && `${(caps[limited].limit ?? 0).toLocaleString('en-US')} ${capUnits[limited]}`
  const isOpen = CAPS.every((name) => caps[name].allowed && caps[name].limit === null)
  const limit = is_exclusive ? copy.oneBuyer : (cap ?? (isOpen ? terms.noCaps : null))
  return [limit, terms.lasting(term_months)].filter(Boolean).join(' · ')
}
