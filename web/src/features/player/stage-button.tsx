// An icon button on the dark stage.
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

type StageButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label'> & {
  label: string
  icon: ReactNode
}

export function StageButton({ label, icon, className, ...rest }: StageButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={cx(
        'relative inline-grid place-items-center flex-none size-9 rounded-control text-stage-ink-2 hover:text-stage-ink hover:bg-stage-line disabled:opacity-40 disabled:pointer-events-none focus-visible:outline-stage-mark',
        className,
      )}
    >
      {icon}
    </button>
  )
}
