// The content of a toast with a countdown and a button to postpone: the warning before a session locks. It updates
// itself; a screen reader announces it once, when it appears.
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clockText } from '@/shared/lib/time/clock-text'
import { ProgressBar } from '../progress-bar'
import { stageActionClass, stageQuietClass } from './stage-button'

const TICK_MS = 250

interface CountdownToastProps {
  title: string
  /** The end of the countdown as a timestamp in milliseconds. */
  deadline: number
  /** The length of the whole countdown in milliseconds, for the bar. */
  totalMs: number
  /** The text that screen readers announce at the start, such as 'Your session locks in 0:30.' */
  announcement: string
  progressLabel: string
  extendLabel: string
  dismissLabel: string
  onExtend: () => void
  onDismiss: () => void
}

export function CountdownToast({
  title,
  deadline,
  totalMs,
  announcement,
  progressLabel,
  extendLabel,
  dismissLabel,
  onExtend,
  onDismiss,
}: CountdownToastProps) {
  const [now, setNow] = useState(() => Date.now())
  // The announcement at the start. A live region that changed every second would be read every second.
  const [spoken] = useState(announcement)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const remaining = Math.max(0, deadline - now)
  return (
    <div className="p-3">
      <p role="alert" className="sr-only">
        {spoken}
      </p>
      <div className="flex items-center gap-2.5">
        <Clock aria-hidden className="text-stage-mark" />
        <span className="font-medium">{title}</span>
        <span role="timer" aria-live="off" className="num ml-auto font-medium">
          {clockText(remaining)}
        </span>
      </div>
      <ProgressBar
        onStage
        className="my-2.5"
        label={progressLabel}
        value={totalMs > 0 ? remaining / totalMs : 0}
        valueText={clockText(remaining)}
      />
      <div className="flex gap-2">
        <button type="button" className={stageActionClass} onClick={onExtend}>
          {extendLabel}
        </button>
        <button type="button" className={stageQuietClass} onClick={onDismiss}>
          {dismissLabel}
        </button>
      </div>
    </div>
  )
}
