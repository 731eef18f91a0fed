// The messages of visitors, the newest first. Renders nothing if there are none.
import { ChevronRight } from 'lucide-react'
import { type Message, messagesQuery } from '@/entities/messages/messages'
import { errorMessageOf } from '@/shared/api/error'
import { messages as copy } from '@/shared/copy/shop/shop'
import { momentText } from '@/shared/lib/time/calendar'
import { Avatar } from '@/shared/ui/avatar'
import { Button } from '@/shared/ui/button'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'

export function MessageList({ onView }: { onView: (id: string) => void }) {
  const list = usePagedRows(messagesQuery)
  if (list.error) {
    return (
      <ListFailure
        className="m-4"
        text={errorMessageOf(list.error, copy.loadFailed) ?? copy.loadFailed}
        retryLabel={copy.retry}
        onRetry={list.retry}
      />
    )
  }
  if (list.rows.length === 0) return null
  return (
    <section aria-label={copy.listLabel}>
      <h2 className="px-(--pad) pt-4 pb-2 text-14">{copy.listLabel}</h2>
      <ul aria-label={copy.listLabel} className="divide-y divide-line border-y border-line">
        {list.rows.map((message) => (
          <li key={message.id}>
            <MessageRow message={message} onView={() => onView(message.id)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <div className="px-(--pad) pt-3">
          <Button size="sm" pending={list.isLoadingMore} onClick={() => list.loadMore()}>
            {copy.more}
          </Button>
        </div>
      ) : null}
      <h2 className="px-(--pad) pt-5 pb-2 text-14">{copy.notices}</h2>
    </section>
  )
}

function MessageRow({ message, onView }: { message: Message; onView: () => void }) {
  const { name, email, text, title, answers, created_at } = message
  const who = name || email || copy.somebody
  return (
    <button
      type="button"
      onClick={onView}
      className="flex items-start gap-3 w-full px-(--pad) py-3.5 text-left hover:bg-surface-2 focus-visible:-outline-offset-2"
    >
      <Avatar name={who} />
      <span className="grow min-w-0">
        <span className="flex flex-wrap gap-x-2">
          <b className="font-semibold truncate">{who}</b>
          {title ? <span className="text-ink-3 truncate">{copy.about(title)}</span> : null}
        </span>
        <span className="block truncate text-ink-2">{text}</span>
        <span className="num block text-12 text-ink-3 first-letter:uppercase">
          {answers.length > 0
            ? copy.answered(momentText(answers.at(-1)?.created_at ?? created_at))
            : momentText(created_at)}
        </span>
      </span>
      <ChevronRight aria-hidden className="flex-none size-[18px] mt-1 text-ink-3" />
    </button>
  )
}
