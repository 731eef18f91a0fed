// The messages that listeners left at a link, the newest first.
import { HandCoins, MessageSquare, Trash2 } from 'lucide-react'
import { useDeleteMessage } from '@/entities/shares/mutations'
import { recipientOf, type ShareMessage, type WholeLink } from '@/entities/shares/share'
import { shareLink as copy } from '@/shared/copy/shares'
import { removeWithUndo, useRemovedIds } from '@/shared/lib/removals'
import { IconButton } from '@/shared/ui/icon-button'
import { textLinkClass } from '@/shared/ui/text-link'
import { activityTimeText } from './activity-time-text'

export function LinkMessages({ whole }: { whole: WholeLink }) {
  const removed = useRemovedIds()
  const send = useDeleteMessage()
  const messages = whole.messages.filter(({ id }) => !removed.has(id))
  const remove = ({ id }: ShareMessage) =>
    removeWithUndo({ id, text: copy.messageDeleted, send: () => send(id), failed: copy.messageFailed })
  return (
    <section aria-label={copy.messages} className="border-t border-line">
      <h3 className="px-(--pad) pt-4 pb-2 text-14">{copy.messages}</h3>
      {messages.length === 0 ? (
        <p className="px-(--pad) pb-4 text-ink-2">
          {whole.link.takes_messages ? copy.noMessages : copy.messagesOff}
        </p>
      ) : (
        <ul>
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              recipient={recipientOf(whole.link)}
              onDelete={() => remove(message)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type MessageProps = { message: ShareMessage; recipient: string; onDelete: () => void }

function Message({ message, recipient, onDelete }: MessageProps) {
  const { kind, name, email, text, title, created_at, license_kind } = message
  const who = name || email || recipient || copy.anonymous
  const Icon = kind === 'ask' ? HandCoins : MessageSquare
  return (
    <li className="flex gap-3 px-(--pad) py-3 border-t border-line">
      <Icon aria-hidden className="flex-none size-[18px] mt-0.5 text-ink-3" />
      <div className="grow min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="font-medium break-words min-w-0">{who}</b>
          <span className="text-12 text-ink-3">{activityTimeText(created_at)}</span>
        </p>
        <p className="text-12 text-ink-3 break-words">
          {kind === 'ask' ? `${copy.asks(license_kind)} · ` : ''}
          {copy.about(title)}
        </p>
        {text === '' ? null : <p className="mt-1 whitespace-pre-line break-words">{text}</p>}
        {email === '' ? null : (
          <p className="mt-1 text-12">
            <a href={`mailto:${email}`} className={textLinkClass}>
              {email}
            </a>
          </p>
        )}
      </div>
      <IconButton
        size="sm"
        tooltip={false}
        label={copy.deleteMessage(who)}
        icon={<Trash2 aria-hidden className="size-[18px]" />}
        onClick={onDelete}
        className="flex-none -mr-2"
      />
    </li>
  )
}
