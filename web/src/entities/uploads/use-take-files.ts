// Takes files for upload from any screen. The code that checks and sends them is loaded with the first files.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { TOASTS } from '@/shared/config/limits'
import { library } from '@/shared/copy/media'
import { toast } from '@/shared/ui/toast/toast'

export function useTakeFiles() {
  const client = useQueryClient()
  return useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return
      try {
        const { takeFiles } = await import('./take-files')
        await takeFiles(files, client)
      } catch {
        toast.error(library.uploadNotReady, TOASTS.other)
      }
    },
    [client],
  )
}
