// The field of a share's recipients: clients chosen while typing, and others by name or email address. Enter or a comma
// adds the typed text; Backspace in the empty box removes the last recipient.
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { matchesQuery } from '@/entities/clients/queries'
import { CLIENT, TRANSACTION } from '@/shared/config/limits'
import { shareForm as copy } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput, type Suggestion } from '@/shared/ui/inputs/suggest-input'
import { ChipRemove } from './beats-field'
import { ChipBox, chipClass } from './chip-box'
import { keyOf, labelOf, type Recipient, readRecipients, withRecipients } from './recipients'

type PeopleFieldProps = {
  recipients: readonly Recipient[]
  typed: string
  error?: string
  hint?: string
  required?: boolean
  onChange: (recipients: Recipient[], typed: string) => void
}

type RecipientSuggestion = Suggestion & { recipient: Recipient }

export function PeopleField({ recipients, typed, error, hint, required, onChange }: PeopleFieldProps) {
  const wanted = useDebounced(typed.trim(), TRANSACTION.searchDelayMs)
  const { data: matches = [] } = useQuery(matchesQuery(wanted))
  const add = (more: readonly Recipient[]) => onChange(withRecipients(recipients, more), '')
  const offers: RecipientSuggestion[] = matches
    .map(({ id, name, email }) => ({
      id,
      label: name,
      note: email,
      recipient: { clientId: id, name, email },
    }))
    .filter(({ id }) => !recipients.some(({ clientId }) => clientId === id))
    .slice(0, CLIENT.matches)
  const [someone] = readRecipients(typed)
  if (someone) {
    const label = copy.addTyped(labelOf(someone))
    const icon = <UserPlus aria-hidden />
    offers.push({ id: 'typed', label, note: copy.someoneNew, isAction: true, icon, recipient: someone })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if ((event.target as Element).getAttribute('role') !== 'combobox') return
    if (event.key === 'Backspace' && typed === '' && recipients.length > 0) {
      onChange(recipients.slice(0, -1), '')
    } else if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(readRecipients(typed))
    }
  }

  /** Adds all recipients of a pasted list at once. */
  function onPaste(event: ClipboardEvent) {
    const people = readRecipients(event.clipboardData.getData('text'))
    if (people.length < 2) return
    event.preventDefault()
    add([...readRecipients(typed), ...people])
  }

  return (
    <Field label={copy.for} error={error} hint={hint} required={required}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box inside gets the keys, and this reads those it leaves */}
      <div onKeyDown={onKeyDown} onPaste={onPaste}>
        <ChipBox
          value={recipients.map(keyOf).join()}
          chips={
            <ul aria-label={copy.for} className="contents">
              {recipients.map((recipient) => (
                <li
                  key={keyOf(recipient)}
                  title={recipient.email || undefined}
                  className={cx(chipClass, 'pl-2.5')}
                >
                  <span className="truncate">{labelOf(recipient)}</span>
                  <ChipRemove
                    name={labelOf(recipient)}
                    onRemove={() =>
                      onChange(
                        recipients.filter((one) => one !== recipient),
                        typed,
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          }
        >
          <SuggestInput
            value={typed}
            onValueChange={(text) => onChange([...recipients], text)}
            items={offers}
            listLabel={copy.forOptions}
            placeholder={copy.forPlaceholder}
            onChoose={({ recipient }) => add([recipient])}
          />
        </ChipBox>
      </div>
    </Field>
  )
}
