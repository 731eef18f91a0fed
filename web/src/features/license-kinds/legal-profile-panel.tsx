// The panel of the legal profile: how the producer appears in contracts, with the dialog that changes it.
import type { LegalProfile } from '@/entities/licenses/legal-profile'
import { legalProfile as copy } from '@/shared/copy/licenses/license-kinds'
import { cx } from '@/shared/lib/cx'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'

type LegalProfilePanelProps = { profile: LegalProfile; onEdit: () => void }

export function LegalProfilePanel({ profile, onEdit }: LegalProfilePanelProps) {
  const { legal_name, address, pro, ipi, publisher } = profile
  const facts = [
    [copy.legalName, legal_name],
    [copy.address, address.split('\n').join(', ')],
    [copy.proAndIpi, [pro, ipi].filter(Boolean).join(' · ')],
    [copy.publisher, publisher],
  ] as const
  return (
    <Panel
      solid
      padded={false}
      id="legal-profile"
      title={copy.title}
      aside={
        <button
          type="button"
          aria-label={copy.editLabel}
          onClick={onEdit}
          className={`text-12 min-h-6 ${textLinkClass}`}
        >
          {copy.edit}
        </button>
      }
      className="@container"
    >
      <dl className="grid @min-[480px]:grid-cols-2 @min-[800px]:grid-cols-4 border-t border-line overflow-clip rounded-b-panel">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0 px-(--pad) py-3 -mt-px -ml-px border-t border-l border-line">
            <dt className="text-12 text-ink-3">{name}</dt>
            <dd className={cx('num mt-0.5 font-medium break-words', value === '' && 'text-warn')}>
              {value || copy.notSet}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
