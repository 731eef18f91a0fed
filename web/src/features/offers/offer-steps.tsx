// The steps of an offer: a note on the line for each step, and the final barline at the delivery.
import { type Offer, stepsOf } from '@/entities/offers/offer'
import { roleNouns } from '@/shared/copy/licenses/licenses'
import { offerView as copy } from '@/shared/copy/offers'
import { cx } from '@/shared/lib/cx'
import { shortDayText, timeNow, timeText, today } from '@/shared/lib/time/calendar'

export function OfferSteps({ offer }: { offer: Offer }) {
  const steps = stepsOf(offer)
  const last = steps.findLastIndex(({ isDone }) => isDone)
  const isEnded = ['declined', 'withdrawn', 'expired', 'refunded'].includes(offer.state)
  const lacking = [...new Set(offer.missing_files.map(({ role }) => roleNouns[role]))]
  return (
    <ol
      aria-label={copy.steps}
      className="num relative grid grid-cols-5 max-sm:grid-cols-1 mx-(--pad) mb-5 sm:pt-[26px] max-sm:gap-y-2 max-sm:pl-6"
    >
      <span
        aria-hidden
        className="absolute bg-line-strong left-1.5 max-sm:top-2 max-sm:bottom-2 max-sm:w-0.5 sm:right-0 sm:top-2 sm:h-0.5"
      />
      <span
        aria-hidden
        className="absolute right-0 top-0.5 w-[7px] h-3.5 border-l border-r-3 border-ink-2 max-sm:hidden"
      />
      {steps.map(({ step, isDone, at }, index) => {
        const isNext = index === last + 1 && !isEnded
        const note =
          at !== null
            ? `${shortDayText(today(new Date(at)))}, ${timeText(timeNow(new Date(at)))}`
            : step === 'delivered' && lacking.length > 0 && !isDone && !isEnded
              ? copy.missingFiles(lacking)
              : isNext
                ? copy.waiting
                : ''
        return (
          <li
            key={step}
            aria-current={index === last ? 'step' : undefined}
            className={cx('relative font-medium max-sm:flex max-sm:gap-2', !isDone && 'text-ink-3')}
          >
            {isDone && index < last ? (
              <span
                aria-hidden
                className="absolute bg-accent sm:left-1.5 sm:-right-1.5 sm:-top-[18px] sm:h-0.5 max-sm:-left-[18px] max-sm:top-2 max-sm:-bottom-4 max-sm:w-0.5"
              />
            ) : null}
            <span
              aria-hidden
              className={cx(
                'absolute w-[13px] h-2.5 rounded-pill -rotate-24 sm:left-0 sm:-top-[22px] max-sm:-left-[23.5px] max-sm:top-[5px]',
                isDone ? 'bg-accent' : 'bg-surface-solid border-[1.5px] border-line-control',
              )}
            />
            {copy.stepNames[step]}
            <span className="block text-12 leading-4 max-sm:leading-5 font-regular text-ink-3 sm:pr-2">
              {note}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
