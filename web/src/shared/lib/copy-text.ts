// Copies a text to the clipboard and shows in a toast whether that worked.
import { TOASTS } from '../config/limits'
import { toast } from '../ui/toast/toast'

export async function copyText(text: string, words: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(words.done, TOASTS.success)
  } catch {
    toast.error(words.failed, TOASTS.other)
  }
}
