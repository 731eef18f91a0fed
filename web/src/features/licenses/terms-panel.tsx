// The terms of a license as they were issued, with the usage of each cap.
import type { ReactNode } from 'react'
import type { License } from '@/entities/licenses/license'
import { CAPS, capStateOf, shareUsed } from '@/entities/licenses/terms'
import { caps, licenseView as copy, terms as words } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'
import { CapMeter } from '@/shared/ui/figures/cap-meter'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'

type TermsPanelProps = { license: License; onNoteUsage?: () => void; className?: string }

export function TermsPanel({ license, onNoteUsage, className }: TermsPanelProps) {
  const { terms, usage, state } = license
  const isActive = state === 'active'
  return (
    <Panel
      solid
      padded={false}
      title={copy.terms}
      aside={
        onNoteUsage ? (
          <button type="button" onClick={onNoteUsage} className={`text-12 min-h-6 ${textLinkClass}`}>
            {copy.noteUsage}
          </button>
        ) : undefined
      }
      className={cx('@container', className)}
    >
      <ul className="px-(--pad) pb-2">
        {CAPS.map((name) => {
          const cap = terms.caps[name]
          const used = usage[name] ?? 0
          const capState = capStateOf(cap, used)
          return (
            <TermRow
              key={name}
              name={caps[name]}
              meter={<CapMeter state={capState} share={shareUsed(cap, used)} dim={!isActive} />}
            >
              {!cap.allowed ? words.notAllowed : null}
              {cap.allowed && cap.limit === null ? (
                <>
                  {used > 0 ? `${used.toLocaleString('en-US')} · ` : null}
                  {words.unlimited}
                </>
              ) : null}
              {cap.allowed && cap.limit !== null ? (
                <>
                  <span
                    className={cx(
                      isActive && capState === 'hot' && 'text-warn',
                      isActive && capState === 'over' && 'text-neg',
                    )}
                  >
                    {used.toLocaleString('en-US')}
                  </span>
                  <span className="text-12 text-ink-3">{` of ${cap.limit.toLocaleString('en-US')}`}</span>
                </>
              ) : null}
            </TermRow>
          )
        })}
        {(
          [
            [words.broadcast, terms.broadcast],
            [words.sync, terms.sync],
            [words.contentId, terms.content_id],
          ] as const
        ).map(([name, isAllowed]) => (
          <TermRow key={name} name={name} meter={isAllowed ? null : <CapMeter state="none" share={0} />}>
            {isAllowed ? words.allowed : words.notAllowed}
          </TermRow>
        ))}
      </ul>
      <dl className="num grid grid-cols-1 @min-[440px]:grid-cols-3 border-t border-line overflow-clip rounded-b-panel">
        <Share name={words.publishing}>{words.share(terms.publishing_share)}</Share>
        <Share name={words.writer}>{words.share(terms.writer_share)}</Share>
        <Share name={terms.credit_required ? copy.creditRequired : copy.creditOptional}>
          {terms.credit_line || copy.none}
        </Share>
        {terms.governing_law ? <Share name={words.law}>{terms.governing_law}</Share> : null}
        {terms.buy_back ? <Share name={words.buyBack}>{words.buyBackOf(terms.buy_back)}</Share> : null}
      </dl>
    </Panel>
  )
}

function TermRow({ name, meter, children }: { name: string; meter: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] @min-[420px]:grid-cols-[minmax(0,1fr)_72px_144px] @min-[540px]:grid-cols-[minmax(0,1fr)_110px_170px] items-center gap-x-4 min-h-[42px] border-t border-line first:border-t-0">
      <span>{name}</span>
      <span className="hidden @min-[420px]:block">{meter}</span>
      <span className="num text-right">{children}</span>
    </li>
  )
}

function Share({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-(--pad) py-3 -mt-px -ml-px border-t border-l border-line">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  )
}
