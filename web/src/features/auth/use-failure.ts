// Shows the failure of an attempt twice: as a toast, and beside the form until something is edited or tried again. The
// toast is removed when the form is unmounted, so that it does not stand beside a welcome.
import { useEffect, useState } from 'react'
import { TOASTS } from '@/shared/config/limits'
import { toast } from '@/shared/ui/toast/toast'

type ToastPlacement = Pick<NonNullable<Parameters<typeof toast.error>[1]>, 'position' | 'duration'>

const TOAST_ID = 'attempt-failed'

export function useFailure(where: ToastPlacement = TOASTS.other) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => () => toast.dismiss(TOAST_ID), [])
  return {
    text,
    show(failure: string) {
      setText(failure)
      toast.error(failure, { ...where, id: TOAST_ID })
    },
    clear: () => setText(null),
  }
}
