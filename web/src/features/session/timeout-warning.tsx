// Shows the idle watch's warning as a toast while there is one.
import { useEffect } from 'react'
import { session } from '@/entities/session/session'
import { useTimeoutWarning } from '@/entities/session/use-session'
import { TOASTS } from '@/shared/config/limits'
import { timeoutWarning } from '@/shared/copy/identity/session'
import { clockText } from '@/shared/lib/time/clock-text'
import { CountdownToast } from '@/shared/ui/toast/countdown-toast'
import { toast } from '@/shared/ui/toast/toast'

const TOAST_ID = 'session-timeout-warning'

export function TimeoutWarning() {
  const warning = useTimeoutWarning()

  useEffect(() => {
    if (warning === null) {
      toast.dismiss(TOAST_ID)
      return
    }
    const { deadline, totalMs } = warning
    toast.custom({
      id: TOAST_ID,
      ...TOASTS.persistent,
      // Closing the toast by hand dismisses the warning; a toast removed because the warning is over does not.
      onClose: () => {
        if (session.warning.get() !== null) session.dismissWarning()
      },
      render: () => (
        <CountdownToast
          key={deadline}
          title={timeoutWarning.title}
          deadline={deadline}
          totalMs={totalMs}
          announcement={timeoutWarning.announcement(clockText(deadline - Date.now()))}
          progressLabel={timeoutWarning.progress}
          extendLabel={timeoutWarning.extend}
          dismissLabel={timeoutWarning.dismiss}
          onExtend={session.extend}
          onDismiss={session.dismissWarning}
        />
      ),
    })
  }, [warning])

  useEffect(() => () => toast.dismiss(TOAST_ID), [])

  return null
}
