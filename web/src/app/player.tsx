// The player's window with its actions on the library.
import { usePlayer } from '@/entities/player/player'
import { saveDocument } from '@/features/library/save-document'
import { useRemoveDocument } from '@/features/library/use-remove-document'
import { PlayerWindow } from '@/features/player/player-window'

export function Player() {
  const { current, mode, isPlaying } = usePlayer()
  const remove = useRemoveDocument()
  if (current === null) return null
  return (
    <PlayerWindow
      document={current}
      mode={mode}
      isPlaying={isPlaying}
      onDownload={() => saveDocument(current)}
      onDelete={() => remove(current)}
    />
  )
}
