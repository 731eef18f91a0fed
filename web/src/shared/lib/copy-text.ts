// Puts a text on the clipboard and says in a toast whether it got there.
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
