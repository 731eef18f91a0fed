// The player's window with its actions on the library. It follows changes that the library reports for the playing
// track.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { documentsById } from '@/entities/documents/by-id'
import { type Document, nameOf } from '@/entities/documents/document'
import { documentQuery } from '@/entities/documents/queries'
import { player, usePlayer } from '@/entities/player/player'
import { upcomingOf } from '@/entities/player/queue'
import { saveDocument } from '@/features/library/list/save-document'
import { useRemoveDocument } from '@/features/library/use-remove-document'
import { PlayerWindow } from '@/features/player/player-window'
import { ApiError } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { player as copy } from '@/shared/copy/library/player'
import { toast } from '@/shared/ui/toast/toast'

export function Player() {
  const { current, mode, isPlaying } = usePlayer()
  if (current === null) return null
  return <OpenPlayer current={current} mode={mode} isPlaying={isPlaying} />
}

type OpenPlayerProps = Pick<Parameters<typeof PlayerWindow>[0], 'mode' | 'isPlaying'> & { current: Document }

function OpenPlayer({ current, mode, isPlaying }: OpenPlayerProps) {
  const { remove, dialog } = useRemoveDocument()
  const waveform = useLibraryChanges(current)
  return (
    <>
      <PlayerWindow
        document={current}
        mode={mode}
        isPlaying={isPlaying}
        waveform={waveform}
        onDownload={() => saveDocument(current)}
        onDelete={() => remove(current)}
      />
      {dialog}
    </>
  )
}

/**
 * Follows the playing track in the query cache, so that a rename or a deletion made elsewhere reaches the player.
 * Returns its waveform.
 */
function useLibraryChanges(current: Document): number[] | null {
  const client = useQueryClient()
  const { data, error, dataUpdatedAt } = useQuery(documentQuery(current.id))
  const title = useRef(nameOf(current))
  title.current = nameOf(current)

  useEffect(() => {
    const now = player.get().current
    if (data && now?.id === data.document.id && data.document.updated_at > now.updated_at)
      player.updateDocument(data.document)
  }, [data])

  useEffect(() => {
    if (!(error instanceof ApiError) || error.status !== 404) return
    toast.info(copy.gone(title.current), TOASTS.other)
    player.removeDocument(current.id)
  }, [error, current.id])

  // The track was refetched because the library has changed: the upcoming tracks may have changed too.
  const seen = useRef({ id: '', at: 0 })
  useEffect(() => {
    const before = seen.current
    seen.current = { id: current.id, at: dataUpdatedAt }
    if (before.id !== current.id || before.at === 0 || before.at === dataUpdatedAt) return
    const ids = upcomingOf(player.get()).map(({ id }) => id)
    documentsById(client, ids).then(
      ({ found, gone }) => {
        for (const document of found) player.updateDocument(document)
        for (const id of gone) player.removeDocument(id)
      },
      () => {
        // If the request fails, the queue stays as it is.
      },
    )
  }, [client, current.id, dataUpdatedAt])
  return data?.waveform ?? null
}
