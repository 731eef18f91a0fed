// Resumes a paused upload. After a reload the person has to choose the file again.
import type { QueryClient } from '@tanstack/react-query'
import { TOASTS } from '@/shared/config/limits'
import { uploads as copy } from '@/shared/copy/library/uploads'
import { toast } from '@/shared/ui/toast/toast'
import { queue } from './queue'
import type { Upload } from './uploads'

export function resume({ id, name, needsFile }: Upload, client: QueryClient) {
  if (!needsFile) return queue.resume(id)
  const picker = document.createElement('input')
  picker.type = 'file'
  picker.onchange = () => {
    const file = picker.files?.[0]
    if (file && !queue.resumeWith(id, file, client)) toast.error(copy.otherFile(name), TOASTS.other)
  }
  picker.click()
}
