// The five requirements of a new password, each marked as met or not, also for screen readers.
import { Check, Circle } from 'lucide-react'
import { changePassword } from '@/shared/copy/identity/password'
import { cx } from '@/shared/lib/cx'
import { CRITERIA, criteriaMet } from './new-password'

export function RequirementList({ password }: { password: string }) {
  const met = criteriaMet(password)
  return (
    <div>
      <p className="text-12 text-ink-3">{changePassword.requirementsTitle}</p>
      <ul className="grid sm:grid-cols-2 gap-x-4 gap-y-1.5 mt-2">
        {CRITERIA.map((criterion) => (
          <li
            key={criterion}
            className={cx('flex items-center gap-2 text-12', met[criterion] ? 'text-pos' : 'text-ink-2')}
          >
            {met[criterion] ? (
              <Check role="img" aria-label={changePassword.met} className="size-4 stroke-2" />
            ) : (
              <Circle role="img" aria-label={changePassword.notMet} className="size-4 text-ink-3" />
            )}
            {changePassword.requirements[criterion]}
          </li>
        ))}
      </ul>
    </div>
  )
}
