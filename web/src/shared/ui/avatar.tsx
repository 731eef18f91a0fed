// A person's picture, or the initials of the name. Beside a written name it is hidden from screen readers.
import { useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { initials } from '@/shared/lib/initials'

const SIZES = { sm: 'size-8 text-12', md: 'size-10 text-14', lg: 'size-14 text-20', xl: 'size-24 text-28' }

interface AvatarProps {
  name: string
  src?: string | null
  size?: keyof typeof SIZES
  /** The accessible name, if no name is written next to the picture. */
  label?: string
  onStage?: boolean
  className?: string
}

export function Avatar({ name, src, size = 'sm', label, onStage = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture = src && src !== broken ? src : null
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cx(
        'grid place-items-center flex-none rounded-pill overflow-hidden font-semibold select-none',
        onStage ? 'bg-stage-2 text-stage-ink' : 'bg-accent-soft text-accent-text',
        SIZES[size],
        className,
      )}
    >
      {picture ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}
