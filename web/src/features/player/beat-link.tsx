// The title of the track as a link to the beat's view. A large player is minimized to make room for that view.
import { Link } from '@tanstack/react-router'
import { player } from '@/entities/player/player'
import { PATHS } from '@/shared/config/paths'
import { cx } from '@/shared/lib/cx'

type BeatLinkProps = { id: string; title: string; className?: string }

export function BeatLink({ id, title, className }: BeatLinkProps) {
  return (
    <Link
      to={PATHS.beat}
      params={{ id }}
      title={title}
      onClick={() => player.setMode('minimized')}
      className={cx('rounded-small hover:underline focus-visible:outline-stage-mark', className)}
    >
      {title}
    </Link>
  )
}
