// The offer of the next higher license, for the difference in price.
import { useQuery } from '@tanstack/react-query'
import { kindsQuery } from '@/entities/licenses/kinds'
import type { License } from '@/entities/licenses/license'
import { CAPS } from '@/entities/licenses/terms'
import { capUnits, licenseView as copy, terms } from '@/shared/copy/licenses/licenses'
import { formatMinor } from '@/shared/lib/money/money'
import { Button } from '@/shared/ui/button'
import { differenceOf, higherKinds } from './issuing/upgrade-dialog'

type NextStepProps = { license: License; onUpgrade: () => void }

export function NextStep({ license, onUpgrade }: NextStepProps) {
  const { data: kinds = [] } = useQuery(kindsQuery)
  const [next] = license.state === 'active' ? higherKinds(license, kinds) : []
  if (!next) return null
  const limited = CAPS.find((name) => next.caps[name].allowed && next.caps[name].limit !== null)
  const cap = limited
    ? `${(next.caps[limited].limit ?? 0).toLocaleString('en-US')} ${capUnits[limited]}`
    : terms.noCaps
  const facts = [
    cap,
    terms.lasting(next.term_months),
    copy.costsMore(formatMinor(differenceOf(license, next), license.currency)),
  ].join(' · ')
  return (
    <div className="mt-auto px-(--pad) pt-4 pb-5 border-t border-line">
      <p className="text-12 text-ink-3">{copy.nextStep}</p>
      <div className="flex items-center gap-3 mt-2">
        <div className="grow min-w-0">
          <b className="block font-medium">{next.name}</b>
          <span className="num block text-12 text-ink-3 first-letter:uppercase">{facts}</span>
        </div>
        <Button onClick={onUpgrade}>{copy.upgrade}</Button>
      </div>
    </div>
  )
}
