// The files that a license delivers, as chips that are switched on and off.
import { Check } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FILE_ROLES } from '@/entities/licenses/terms'
import { kindForm as copy } from '@/shared/copy/licenses/license-kinds'
import { fileRoles } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'
import { hiddenInputClass } from './segments'

type RoleChipsProps = { field: UseFormRegisterReturn; error?: string }

export function RoleChips({ field, error }: RoleChipsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 font-semibold">{copy.delivers}</legend>
      <div className="flex flex-wrap gap-1.5">
        {FILE_ROLES.map((role) => (
          <label
            key={role}
            className={cx(
              'group/chip relative inline-flex items-center gap-1.5 h-7 px-3 rounded-pill border border-line-strong text-12 font-medium text-ink-2 cursor-pointer hover:text-ink',
              'has-checked:pl-2 has-checked:border-transparent has-checked:bg-accent-soft has-checked:text-accent-text',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input {...field} type="checkbox" value={role} className={hiddenInputClass} />
            <Check aria-hidden className="hidden group-has-checked/chip:block size-3.5 stroke-2" />
            {fileRoles[role]}
          </label>
        ))}
      </div>
      <div aria-live="polite" className="contents">
        {error ? <p className="mt-1.5 text-12 text-neg">{error}</p> : null}
      </div>
    </fieldset>
  )
}
