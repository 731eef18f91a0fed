// The current step of the wizard, drawn as three notes on a line.
import { Fragment } from 'react'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { cx } from '@/shared/lib/cx'

export function WizardSteps({ current }: { current: number }) {
  return (
    <ol aria-label={twoFactorSetup.stepOf(current)} className="flex items-center gap-2 text-12">
      {twoFactorSetup.steps.map((name, index) => {
        const step = index + 1
        return (
          <Fragment key={name}>
            {index === 0 ? null : (
              <li
                aria-hidden
                className={cx('grow h-0.5 rounded-pill', step <= current ? 'bg-accent' : 'bg-line')}
              />
            )}
            <li
              aria-current={step === current ? 'step' : undefined}
              className={cx(
                'flex items-center gap-1.5',
                step === current ? 'font-medium text-ink' : 'text-ink-3',
              )}
            >
              <span
                aria-hidden
                className={cx(
                  'w-[11px] h-[9px] rounded-pill -rotate-24',
                  step <= current ? 'bg-accent' : 'bg-line-strong',
                )}
              />
              {name}
            </li>
          </Fragment>
        )
      })}
    </ol>
  )
}
