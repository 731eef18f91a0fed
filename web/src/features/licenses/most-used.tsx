// The cap of a license with the highest used share, as a meter with its text.
import type { License } from '@/entities/licenses/license'
import { CAPS, capStateOf, mostUsed, shareUsed } from '@/entities/licenses/terms'
import { caps, capUnits, licenses as copy } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'
import { CapMeter } from '@/shared/ui/figures/cap-meter'

type LicenseUsage = Pick<License, 'terms' | 'usage' | 'state'>

export function MostUsed({ license }: { license: LicenseUsage }) {
  const { terms, usage, state } = license
  const name = mostUsed(terms.caps, usage)
  const cap = terms.caps[name]
  const used = usage[name] ?? 0
  const capState = capStateOf(cap, used)
  const isActive = state === 'active'
  return (
    <>
      <CapMeter state={capState} share={shareUsed(cap, used)} dim={!isActive} className="mb-0.5 mr-3.5" />
      <span
        className={cx(
          'num block truncate text-12',
          isActive && capState === 'hot' ? 'text-warn' : 'text-ink-3',
          isActive && capState === 'over' && 'text-neg',
        )}
      >
        {wordsOf(license)}
      </span>
    </>
  )
}

export function wordsOf({ terms, usage }: Pick<LicenseUsage, 'terms' | 'usage'>): string {
  const name = mostUsed(terms.caps, usage)
  const { allowed, limit } = terms.caps[name]
  if (!allowed) return copy.notAllowedOf(caps[name])
  if (limit !== null) return copy.usedOf(usage[name] ?? 0, limit, capUnits[name])
  return CAPS.every((cap) => terms.caps[cap].allowed) ? copy.unlimited : `${copy.unlimited} ${capUnits[name]}`
}
