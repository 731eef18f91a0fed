// Copies the addresses of links and shows the result as a toast.
import { TOASTS } from '@/shared/config/limits'
import { shareLink as copy } from '@/shared/copy/shares'
import { toast } from '@/shared/ui/toast/toast'

export async function copyAddress(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copy.copied, { ...TOASTS.success, id: 'link-copied' })
  } catch {
    toast.error(copy.copyFailed, TOASTS.other)
  }
}
