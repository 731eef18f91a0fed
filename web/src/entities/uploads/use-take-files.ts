// Takes files for upload from any screen. The code that checks and sends them is loaded with the first files.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { TOASTS } from '@/shared/config/limits'
import { uploads } from '@/shared/copy/library/uploads'
import { toast } from '@/shared/ui/toast/toast'
import type { ChosenFile } from './file-question'

function useTaking() {
  const client = useQueryClient()
  return useCallback(
    async (files: readonly ChosenFile[], isDropped: boolean) => {
      if (files.length === 0) return
      try {
        const { takeFiles } = await import('./take-files')
        await takeFiles(files, client, isDropped)
      } catch {
        toast.error(uploads.uploadNotReady, TOASTS.other)
      }
    },
    [client],
  )
}

/** Returns a function that uploads the files of a file picker. */
export function useTakeFiles() {
  const take = useTaking()
  return useCallback(
    (files: readonly File[]) =>
      take(
        files.map((file) => ({ file, folder: '' })),
        false,
      ),
    [take],
  )
}

/** Returns a function that uploads files and folders dropped on the page. */
export function useTakeDropped() {
  const take = useTaking()
  return useCallback((files: readonly ChosenFile[]) => take(files, true), [take])
}
