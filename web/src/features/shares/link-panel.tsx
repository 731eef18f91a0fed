// The details of one share link: its recipient, its address, its figures, where listeners stop, its beats, and the
// listeners' messages.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  Ban,
  Copy,
  Ellipsis,
  Eraser,
  ExternalLink,
  Heart,
  Link2,
  Pencil,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { aboutQuery } from '@/entities/about/queries'
import { shareLinkQuery } from '@/entities/shares/queries'
import { type LinkBeat, recipientOf, type WholeLink } from '@/entities/shares/share'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { shareLink as copy, shares } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { shortDayText, today } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Cover } from '@/shared/ui/cover'
import { EmptyState } from '@/shared/ui/empty-state'
import { IconButton } from '@/shared/ui/icon-button'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { textLinkClass } from '@/shared/ui/text-link'
import { copyAddress } from './copy-address'
import { LinkMessages } from './link-messages'
import { StopsChart } from './stops-chart'

export interface LinkHandlers {
  onStop: (whole: WholeLink) => void
  onStopClient: (client: { id: string; name: string }) => void
  onEdit: (whole: WholeLink) => void
  onAddPeople: (whole: WholeLink) => void
  onClearVisitors: (whole: WholeLink) => void
  onDelete: (whole: WholeLink) => void
}

type LinkPanelProps = {
  id: string
  handlers: LinkHandlers
  /** Leads back to the list; left out if the list is beside the panel. */
  onBack?: () => void
}

export function LinkPanel({ id, handlers, onBack }: LinkPanelProps) {
  const { data, error, refetch } = useQuery(shareLinkQuery(id))
  const isGone = data === undefined && error instanceof ApiError && [400, 404].includes(error.status)
  return (
    <section
      aria-label={data?.title ?? copy.loading}
      className="@container min-w-0 border border-edge rounded-panel shadow-1 bg-surface-solid overflow-clip"
    >
      {onBack ? (
        <div className="px-2 pt-2">
          <Button variant="quiet" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
            {copy.back}
          </Button>
        </div>
      ) : null}
      {isGone ? (
        <EmptyState title={copy.goneTitle}>{copy.goneText}</EmptyState>
      ) : data === undefined && error !== null ? (
        <ListFailure
          className="m-4"
          text={errorMessageOf(error, copy.failed) ?? copy.failed}
          retryLabel={shares.retry}
          onRetry={() => refetch()}
        />
      ) : data === undefined ? (
        <LinkSkeleton />
      ) : (
        // The key resets the state, so that another link starts with the chart of its own beat.
        <LinkDetails key={id} whole={data} handlers={handlers} />
      )}
    </section>
  )
}

function LinkDetails({ whole, handlers }: { whole: WholeLink; handlers: LinkHandlers }) {
  const { link, title, beats } = whole
  return (
    <>
      <div className="flex items-center gap-4 px-(--pad) pt-5 pb-4">
        <Cover
          src={beats[0]?.thumbnail ?? null}
          name={beats[0]?.title ?? title}
          className="size-14 @min-[420px]:size-[72px] rounded-control!"
        />
        <div className="grow min-w-0">
          <h2 className="text-16 tracking-tight break-words">{title}</h2>
          <About whole={whole} />
        </div>
        <Actions whole={whole} handlers={handlers} />
      </div>
      <div className="flex items-center gap-1 mx-(--pad) mb-4 pl-3 pr-1 min-h-10 rounded-control bg-surface-3">
        <Link2 aria-hidden className="flex-none size-4 text-ink-3" />
        <span
          className={cx(
            'num grow min-w-0 ml-1.5 truncate',
            link.state !== 'live' && 'line-through text-ink-3',
          )}
        >
          {link.address.replace(/^https?:\/\//, '')}
        </span>
        <Button
          variant="quiet"
          size="sm"
          icon={<Copy aria-hidden />}
          onClick={() => copyAddress(link.address)}
        >
          {copy.copy}
        </Button>
        {link.state === 'live' ? (
          <Button variant="quiet" size="sm" icon={<Ban aria-hidden />} onClick={() => handlers.onStop(whole)}>
            {copy.stop}
          </Button>
        ) : null}
      </div>
      <Figures whole={whole} />
      {beats.length === 0 ? (
        <p className="px-(--pad) py-4 border-t border-line text-ink-2">{copy.noBeats}</p>
      ) : (
        <Beats beats={beats} />
      )}
      <LinkMessages whole={whole} />
    </>
  )
}

function About({ whole: { link } }: { whole: WholeLink }) {
  const who = recipientOf(link)
  const end =
    link.state === 'stopped' && link.stopped_at
      ? copy.stopped(shortDayText(today(new Date(link.stopped_at))))
      : link.expires_on === null
        ? copy.noEnd
        : (link.state === 'expired' ? copy.ended : copy.ends)(shortDayText(link.expires_on))
  const rest = [end, copy.allowed[link.downloads], ...(link.has_password ? [copy.password] : [])]
  return (
    <p className="text-ink-2 break-words">
      {who === '' ? (
        copy.forNobody
      ) : link.client_id ? (
        <>
          {copy.for('')}
          <Link to={PATHS.clients} search={{ client: link.client_id }} className={textLinkClass}>
            {who}
          </Link>
        </>
      ) : (
        copy.for(who)
      )}
      {` · ${rest.join(' · ')}`}
    </p>
  )
}

function Actions({ whole, handlers }: { whole: WholeLink; handlers: LinkHandlers }) {
  const { data: about } = useQuery(aboutQuery)
  const { client_id, name, address } = whole.link
  return (
    <Menu
      trigger={
        <IconButton
          label={copy.more}
          tooltip={false}
          icon={<Ellipsis aria-hidden />}
          className="flex-none self-start -mr-2"
        />
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(whole)}>
        {copy.edit}
      </MenuItem>
      <MenuItem
        icon={<UserPlus aria-hidden />}
        disabled={about?.publicPages === 'off'}
        onSelect={() => handlers.onAddPeople(whole)}
      >
        {copy.addPeople}
      </MenuItem>
      <MenuLink
        icon={<ExternalLink aria-hidden />}
        render={<a href={address} target="_blank" rel="noreferrer" />}
      >
        {copy.open}
      </MenuLink>
      <MenuSeparator />
      {client_id === null ? null : (
        <MenuItem icon={<Ban aria-hidden />} onSelect={() => handlers.onStopClient({ id: client_id, name })}>
          {shares.stopClient(name)}
        </MenuItem>
      )}
      <MenuItem icon={<Eraser aria-hidden />} onSelect={() => handlers.onClearVisitors(whole)}>
        {copy.clearVisitors}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(whole)}>
        {copy.delete}
      </MenuItem>
    </Menu>
  )
}

function Figures({ whole: { link } }: { whole: WholeLink }) {
  const { figures: names } = copy
  const { opened, people, plays, downloads, hearts, seconds } = link.figures
  const number = (value: number) => value.toLocaleString('en-US')
  const all = [
    [names.opened, number(opened)],
    [names.people, number(people)],
    [names.plays, number(plays)],
    [names.time, copy.minutes(seconds)],
    [names.hearts, number(hearts)],
    [names.downloads, number(downloads)],
  ] as const
  return (
    <dl
      aria-label={names.label}
      className="num grid grid-cols-3 @min-[540px]:grid-cols-[1.3fr_1fr_1fr_1.5fr_1fr_1.4fr] border-t border-line overflow-clip"
    >
      {all.map(([name, value]) => (
        <div
          key={name}
          className="min-w-0 px-(--pad) @min-[540px]:not-first:px-3.5 py-3 -mt-px -ml-px border-t border-l border-line"
        >
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="mt-0.5 text-16 font-semibold whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Beats({ beats }: { beats: readonly LinkBeat[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const most = beats.reduce<LinkBeat | undefined>(
    (found, beat) => (beat.figures.plays > (found?.figures.plays ?? 0) ? beat : found),
    undefined,
  )
  const drawn = beats.find(({ id }) => id === chosen) ?? most
  return (
    <>
      <div className="px-(--pad) py-4 border-t border-line">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="text-14">{copy.stops}</h3>
          {drawn ? (
            <span className="num text-ink-2 truncate">{copy.stopsOf(drawn.title, drawn.figures.plays)}</span>
          ) : null}
        </div>
        {drawn && drawn.figures.plays > 0 ? (
          <div className="mt-3">
            <StopsChart beat={drawn} />
          </div>
        ) : (
          <p className="mt-1 text-ink-2">{copy.noPlays}</p>
        )}
      </div>
      <ul aria-label={copy.beatsLabel}>
        {beats.map((beat) => (
          <li key={beat.id} className="border-t border-line">
            <BeatLine
              beat={beat}
              isDrawn={beat.id === drawn?.id}
              onDraw={beat.figures.plays > 0 ? () => setChosen(beat.id) : undefined}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type BeatLineProps = { beat: LinkBeat; isDrawn: boolean; onDraw?: () => void }

function BeatLine({ beat, isDrawn, onDraw }: BeatLineProps) {
  const { figures } = beat
  const note = !beat.has_preview ? copy.preparing : beat.status === 'Sold' ? copy.sold : null
  const content = (
    <>
      <Cover src={beat.thumbnail} name={beat.title} className="size-7" />
      <span className="grow min-w-0">
        <span className="block truncate font-medium">{beat.title}</span>
        {note ? <span className="block text-12 text-ink-3">{note}</span> : null}
      </span>
      {figures.hearts > 0 ? (
        <span className="num inline-flex items-center gap-1 flex-none text-ink-2">
          <Heart aria-hidden className="size-3.5 fill-current" />
          <span aria-hidden>{figures.hearts}</span>
          <span className="sr-only">{copy.hearts(figures.hearts)}</span>
        </span>
      ) : null}
      <span aria-hidden className="hidden @min-[460px]:block flex-none w-20 h-1 rounded-pill bg-surface-3">
        <span
          className="block h-full rounded-pill bg-series-1"
          style={{ width: `${(figures.heard ?? 0) * 100}%` }}
        />
      </span>
      <span className="num flex-none w-16 text-right text-ink-2">{copy.beatFigures(figures.plays)}</span>
      <span className="num flex-none w-11 text-right">
        {figures.heard === null ? '–' : shares.percent(figures.heard)}
      </span>
    </>
  )
  const look = 'flex items-center gap-3 w-full min-h-12 px-(--pad) py-1.5 text-left'
  return onDraw ? (
    <button
      type="button"
      aria-pressed={isDrawn}
      onClick={onDraw}
      className={cx(look, 'hover:bg-surface-2 focus-visible:-outline-offset-2', isDrawn && 'bg-accent-soft')}
    >
      {content}
    </button>
  ) : (
    <div className={look}>{content}</div>
  )
}

/** A loading skeleton with the height of the loaded panel. */
function LinkSkeleton() {
  return (
    <Loading label={copy.loading} className="grid gap-4 p-(--pad)">
      <div className="flex items-center gap-4">
        <Skeleton width={72} height={72} className="rounded-control!" />
        <Skeleton width={180} />
      </div>
      {[40, 64, 240, 48, 48].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Skeleton key={index} height={height} />
      ))}
    </Loading>
  )
}
