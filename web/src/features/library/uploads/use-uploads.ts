// Hooks for the list of uploads, file drops, and the warning before closing a page that is still uploading.
import { useEffect, useSyncExternalStore } from 'react'
import { session } from '@/entities/session/session'
import { type Upload, uploads } from './uploads'

session.onLeave(() => uploads.stopAll())

window.addEventListener('beforeunload', (event) => {
  if (uploads.isBusy()) event.preventDefault()
})

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.get)
}

/** Takes files dropped anywhere on the screen. `onHover` says whether files are being dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void, onHover: (isOver: boolean) => void) {
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      // Without this the browser would open the file in place of the app.
      event.preventDefault()
      onHover(true)
    }
    const leave = (event: DragEvent) => {
      // relatedTarget is null only when the pointer leaves the window.
      if (event.relatedTarget === null) onHover(false)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      onHover(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [onFiles, onHover])
}
