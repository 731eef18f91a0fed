// The files of a beat with their dialogs, whose code is loaded when they are opened.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Document } from '@/entities/documents/document'
import { removeFile } from '@/entities/files/mutations'
import { lazy } from '@/shared/lib/lazy'
import { FilesPanel } from './files-panel'
import { useFileActions } from './use-file-actions'

const FileDialog = lazy(async () => ({ default: (await import('./file-dialog')).FileDialog }))
const PromisedDialog = lazy(async () => ({
  default: (await import('@/shared/ui/overlays/promised-dialog')).PromisedDialog,
}))

type BeatFilesSectionProps = {
  document: Document
  title: string
  onDownload: () => void
  className?: string
}

export function BeatFilesSection({ document, title, onDownload, className }: BeatFilesSectionProps) {
  const client = useQueryClient()
  const { actions, edited, closeEdited, doomed, closeDoomed } = useFileActions(document.id)
  return (
    <>
      <FilesPanel
        document={document}
        title={title}
        actions={actions}
        onDownload={onDownload}
        className={className}
      />
      {edited ? (
        <Suspense>
          <FileDialog
            key={edited.serial}
            open={edited.isOpen}
            onClose={closeEdited}
            documentId={document.id}
            file={edited.file}
          />
        </Suspense>
      ) : null}
      {doomed ? (
        <Suspense>
          <PromisedDialog
            key={doomed.serial}
            open={doomed.isOpen}
            onClose={closeDoomed}
            what="file"
            count={doomed.file.promised}
            onDelete={(password) => removeFile(client, document.id, doomed.file.id, password)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
