// Accepts files dropped anywhere on the page.
import { useEffect, useState } from 'react'
import type { ChosenFile } from '@/entities/uploads/file-question'
import { TOASTS } from '@/shared/config/limits'
import { uploads } from '@/shared/copy/library/uploads'
import { toast } from '@/shared/ui/toast/toast'
import { readDropped } from './dropped-files'

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Returns true while files are dragged over the page. */
export function useFileDrop(onFiles: (files: ChosenFile[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      // Without this the browser would open the file in place of the app.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // relatedTarget is null only when the pointer leaves the window.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer)
        readDropped(event.dataTransfer).then(onFiles, () => toast.error(uploads.folderFailed, TOASTS.other))
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', drop)
    }
  }, [onFiles])
  return isOver
}
