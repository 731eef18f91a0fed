// The actions on a beat's files, and the toasts about their results.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setTagged } from '@/entities/documents/mutations'
import type { BeatFile } from '@/entities/files/file'
import { changeFile, removeFile } from '@/entities/files/mutations'
import { downloadFile } from '@/entities/files/tickets'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { beatFiles as copy } from '@/shared/copy/library/beat'
import { fileRoles } from '@/shared/copy/library/files'
import { library } from '@/shared/copy/library/library'
import { removeWithUndo } from '@/shared/lib/removals'
import { toast } from '@/shared/ui/toast/toast'

export interface FileActions {
  makeCurrent: (file: BeatFile) => void
  edit: (file: BeatFile) => void
  download: (file: BeatFile) => void
  remove: (file: BeatFile) => void
  setTagged: (isTagged: boolean | null) => void
}

/** The state of a dialog about a file; the file stays while the dialog closes. */
interface FileDialogState {
  file: BeatFile
  isOpen: boolean
  serial: number
}

export function useFileActions(documentId: string) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<FileDialogState | null>(null)
  const [doomed, setDoomed] = useState<FileDialogState | null>(null)
  const next = (file: BeatFile) => (now: FileDialogState | null) => ({
    file,
    isOpen: true,
    serial: (now?.serial ?? 0) + 1,
  })
  const closed = (now: FileDialogState | null) => now && { ...now, isOpen: false }

  const showError = (error: unknown, fallback: string) =>
    toast.error(errorMessageOf(error, fallback) ?? calls.offline, TOASTS.other)

  const actions: FileActions = {
    async makeCurrent(file) {
      try {
        await changeFile(client, documentId, file.id, { is_current: true })
        toast.success(copy.madeCurrent(fileRoles[file.role], file.version), TOASTS.success)
      } catch (error) {
        showError(error, copy.changeFailed)
      }
    },
    edit: (file) => setEdited(next(file)),
    async download(file) {
      try {
        await downloadFile(documentId, file.id)
        toast.success(library.downloadStarted, TOASTS.success)
      } catch (error) {
        showError(error, library.downloadCallFailed)
      }
    },
    remove(file) {
      if (file.promised > 0) return setDoomed(next(file))
      removeWithUndo({
        id: file.id,
        text: copy.deleted(file.name),
        send: () => removeFile(client, documentId, file.id),
        failed: copy.deleteFailed,
      })
    },
    async setTagged(isTagged) {
      try {
        await setTagged(client, documentId, isTagged)
      } catch (error) {
        showError(error, copy.taggedFailed)
      }
    },
  }
  return {
    actions,
    edited,
    closeEdited: () => setEdited(closed),
    doomed,
    closeDoomed: () => setDoomed(closed),
  }
}
