// The setup steps of an account, each with a link to do it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { settingsQuery } from '@/entities/settings/queries'
import type { User } from '@/entities/user/user'
import { dashboard } from '@/shared/copy/figures/dashboard'
import { buttonClass } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { type SetupStep, setupSteps } from './setup-steps'

export function SetupChecklist({ user }: { user: User }) {
  const { data: settings } = useQuery(settingsQuery)
  const steps = setupSteps(user, settings)
  const done = steps.filter((step) => step.done).length
  const progress = dashboard.setupProgress(done, steps.length)
  return (
    <Panel
      title={dashboard.setupTitle}
      padded={false}
      solid
      className="max-w-[720px]"
      aside={<span className="text-12 text-ink-3">{progress}</span>}
    >
      <div className="px-(--pad) pb-3">
        <ProgressBar value={done / steps.length} label={dashboard.setupTitle} valueText={progress} />
      </div>
      {done === steps.length ? <p className="px-(--pad) pb-4 text-ink-2">{dashboard.setupDone}</p> : null}
      <ul>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} />
        ))}
      </ul>
    </Panel>
  )
}

function StepRow({ step }: { step: SetupStep }) {
  const text = dashboard.steps[step.key]
  return (
    <li className="flex items-center gap-3 min-h-16 px-(--pad) py-3 border-t border-line">
      {step.done ? (
        <CircleCheck role="img" aria-label={dashboard.done} className="flex-none text-pos" />
      ) : (
        <Circle aria-hidden className="flex-none text-ink-3" />
      )}
      <div className="grow min-w-0">
        <p className="font-medium">{text.label}</p>
        <p className="text-12 text-ink-3">{text.help}</p>
      </div>
      {step.done ? null : (
        <Link to={step.to} hash={step.hash} className={buttonClass()}>
          {text.action}
        </Link>
      )}
    </li>
  )
}
