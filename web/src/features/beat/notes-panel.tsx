// The producer's own notes about a beat, saved while one types and found by the library's search.
import { useQueryClient } from '@tanstack/react-query'
import { saveNotes } from '@/entities/documents/mutations'
import { LIBRARY } from '@/shared/config/limits'
import { beatNotes as copy } from '@/shared/copy/library/beat'
import { cx } from '@/shared/lib/cx'
import { Field } from '@/shared/ui/inputs/field'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Panel } from '@/shared/ui/panel'
import { useSavedText } from './use-saved-text'

/** From this length on the number of remaining characters is shown. */
const NEARLY_FULL = 1_000

type NotesPanelProps = { documentId: string; notes: string; className?: string }

export function NotesPanel({ documentId, notes, className }: NotesPanelProps) {
  const client = useQueryClient()
  const { text, state, setText, flush } = useSavedText(notes, (now, isLast) =>
    saveNotes(client, documentId, now, isLast),
  )
  const left = LIBRARY.notesMax - text.length
  return (
    <Panel
      solid
      title={copy.title}
      aside={
        <span role="status" className={cx('text-12', state === 'failed' ? 'text-neg' : 'text-ink-3')}>
          {state === 'idle' ? null : copy[state]}
        </span>
      }
      className={className}
    >
      <Field
        label={copy.label}
        labelHidden
        error={left < 0 ? copy.tooLong : undefined}
        hint={left >= 0 && left < NEARLY_FULL ? copy.left(left) : undefined}
      >
        <Textarea
          value={text}
          rows={6}
          placeholder={copy.placeholder}
          className="max-h-[480px]"
          onChange={({ target }) => setText(target.value)}
          onBlur={flush}
        />
      </Field>
    </Panel>
  )
}
