// The details of one offer: its steps, its lines, its actions, its timeline, and who accepted it from where.
import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  ArrowUpRight,
  Ban,
  Download,
  Ellipsis,
  Link2,
  Mail,
  PackageX,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useCover } from '@/entities/documents/covers'
import { allowedFor, type OfferLine, offerDisplayStateOf, type WholeOffer } from '@/entities/offers/offer'
import { PATHS } from '@/shared/config/paths'
import { roleNouns, terms } from '@/shared/copy/licenses/licenses'
import { offerView as copy, offers } from '@/shared/copy/offers'
import { formatAmount } from '@/shared/lib/money/money'
import { momentText, shortDayText, today } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Cover } from '@/shared/ui/cover'
import { Money } from '@/shared/ui/figures/money'
import { IconButton } from '@/shared/ui/icon-button'
import { MissingList } from '@/shared/ui/missing-list'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'
import { missingItems } from './missing-items'
import { OfferBadge } from './offer-badge'
import { lastDayOf } from './offer-schema'
import { OfferSteps } from './offer-steps'
import { PaymentReports } from './payment-reports'
import { useOfferActions } from './use-offer-actions'

type OfferDetailsProps = {
  offer: WholeOffer
  onSend: () => void
  onEdit: () => void
  onMarkPaid: () => void
  onOtherPrice: () => void
  /** Called after the draft was deleted. */
  onRemoved: () => void
  /** Leads back to the list; shown if the list is not beside the details. */
  onBack: () => void
}

export function OfferDetails(props: OfferDetailsProps) {
  const { offer, onBack } = props
  const { reference, buyer, revision, client_id } = offer
  const name = buyer.name || buyer.email || copy.nobody
  const isOver = offer.closed_at !== null
  const end = offer.closed_at === null ? lastDayOf(offer) : today(new Date(offer.closed_at))
  return (
    <Panel solid padded={false} label={reference} className="@container overflow-clip">
      <div className="flex items-center gap-2 px-(--pad) pt-5 pb-4">
        <IconButton
          label={copy.back}
          icon={<ArrowLeft aria-hidden />}
          onClick={onBack}
          className="-ml-2 @min-[780px]/offers:hidden"
        />
        <div className="grow min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="num text-20 tracking-tight">{reference}</h2>
            <OfferBadge offer={offer} />
          </div>
          <p className="text-ink-2 break-words">
            {client_id === null ? (
              copy.for(name)
            ) : (
              <>
                {copy.for('')}
                <Link to={PATHS.clients} search={{ client: client_id }} className={textLinkClass}>
                  {name}
                </Link>
              </>
            )}
            {` · ${copy.revision(revision)} · ${isOver ? copy.ended(shortDayText(end)) : copy.until(shortDayText(end))}`}
          </p>
        </div>
        <MoreMenu {...props} />
      </div>
      <PaymentReports reports={offer.payment_reports} className="mx-(--pad) mb-5" />
      <Counter {...props} />
      {offer.state === 'draft' ? null : <OfferSteps offer={offer} />}
      <section aria-label={copy.lines}>
        <ul>
          {offer.lines.map((line) => (
            <LineItem key={line.id} line={line} currency={offer.currency} isOnly={offer.lines.length === 1} />
          ))}
        </ul>
        {offer.lines.length > 1 ? (
          <p className="flex justify-between px-(--pad) py-3 border-t border-line-strong font-semibold">
            {copy.total}
            <span className="inline-block double-rule">
              <Money amount={offer.total} currency={offer.currency} cents="plain" />
            </span>
          </p>
        ) : null}
      </section>
      {offer.words === '' ? null : (
        <Section title={copy.words}>
          <p className="whitespace-pre-line break-words text-ink-2">{offer.words}</p>
        </Section>
      )}
      <MissingNotes offer={offer} />
      <Actions {...props} />
      <div className="grid grid-cols-[minmax(0,1fr)] @min-[560px]:grid-cols-2 border-t border-line">
        <Section title={copy.timeline} flat>
          <Timeline offer={offer} />
        </Section>
        <Section title={copy.acceptance} flat className="@min-[560px]:border-l @max-[559px]:border-t">
          <Acceptance offer={offer} />
        </Section>
      </div>
      <Evidence offer={offer} />
    </Panel>
  )
}

function MoreMenu({ offer, onEdit, onRemoved }: OfferDetailsProps) {
  const can = allowedFor(offer)
  const { withdraw, decline, remove } = useOfferActions(offer)
  const hasAny = can.edit || can.withdraw || can.decline || can.remove || offer.url !== null
  if (!hasAny) return null
  return (
    <Menu trigger={<IconButton label={copy.more} icon={<Ellipsis aria-hidden />} />}>
      {offer.url !== null && can.copyLink ? (
        <MenuLink
          icon={<ArrowUpRight aria-hidden />}
          render={<a href={offer.url} target="_blank" rel="noreferrer" />}
        >
          {copy.open}
        </MenuLink>
      ) : null}
      {can.edit ? (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          {copy.edit}
        </MenuItem>
      ) : null}
      {can.withdraw || can.decline || can.remove ? <MenuSeparator /> : null}
      {can.withdraw ? (
        <MenuItem danger icon={<Ban aria-hidden />} onSelect={withdraw}>
          {copy.withdraw}
        </MenuItem>
      ) : null}
      {can.decline ? (
        <MenuItem danger icon={<Ban aria-hidden />} onSelect={decline}>
          {copy.decline}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          onSelect={() => {
            remove()
            onRemoved()
          }}
        >
          {copy.delete}
        </MenuItem>
      ) : null}
    </Menu>
  )
}

/** A counter-offer of the buyer that waits for an answer. */
function Counter({ offer, onOtherPrice }: OfferDetailsProps) {
  const { takeCounter, declineCounter, isAnswering } = useOfferActions(offer)
  const { counter, buyer, currency, total } = offer
  if (counter === null || offerDisplayStateOf(offer) !== 'counter') return null
  const price = formatAmount(counter.price, currency)
  return (
    <section
      aria-label={offers.states.counter}
      className="mx-(--pad) mb-5 px-4 py-3.5 rounded-control bg-warn-soft text-warn"
    >
      <p className="num">
        <b className="font-semibold">{copy.counterTitle(buyer.name || buyer.email, price)}</b>{' '}
        {copy.counterInstead(formatAmount(total, currency))}
      </p>
      {counter.reason === '' ? null : (
        <p className="mt-1 whitespace-pre-line break-words">“{counter.reason}”</p>
      )}
      <div className="flex flex-wrap gap-2 mt-3">
        <Button size="sm" variant="primary" disabled={isAnswering} onClick={takeCounter}>
          {copy.take(price)}
        </Button>
        <Button size="sm" disabled={isAnswering} onClick={onOtherPrice}>
          {copy.otherPrice}
        </Button>
        <Button size="sm" disabled={isAnswering} onClick={declineCounter}>
          {copy.declineCounter}
        </Button>
      </div>
    </section>
  )
}

function LineItem({ line, currency, isOnly }: { line: OfferLine; currency: string; isOnly: boolean }) {
  const { title, kind, delivers, term_months, price, document_id } = line
  const files = delivers.map((role) => roleNouns[role]).join(', ')
  return (
    <li className="flex items-center gap-3.5 px-(--pad) py-3 border-t border-line">
      <Cover src={useCover(document_id)} name={title} className="size-10" />
      <div className="grow min-w-0">
        {document_id === null ? (
          <b className="block truncate font-semibold">{title}</b>
        ) : (
          <Link
            to={PATHS.beat}
            params={{ id: document_id }}
            className="block truncate font-semibold rounded-small hover:underline underline-offset-3"
          >
            {title}
          </Link>
        )}
        <p className="num text-ink-2 break-words">
          {copy.lineTerms(kind, files, terms.lasting(term_months))}
        </p>
      </div>
      <span className={isOnly ? 'inline-block double-rule font-semibold' : 'font-medium'}>
        <Money amount={price} currency={currency} cents="plain" />
      </span>
    </li>
  )
}

/** Notes about what is missing: values before a draft can be sent, files before the delivery is complete. */
function MissingNotes({ offer }: { offer: WholeOffer }) {
  const { state, missing, missing_files } = offer
  const isDue = state === 'accepted' || state === 'paid'
  return (
    <>
      {state === 'draft' && missing.length > 0 ? (
        <MissingList
          title={copy.missingTitleSend}
          items={missingItems(missing, offer.client_id)}
          className="mx-(--pad) mb-4"
        />
      ) : null}
      {isDue && missing_files.length > 0 ? (
        <p className="flex gap-2.5 px-(--pad) py-3 border-t border-line text-ink-2">
          <PackageX aria-hidden className="flex-none size-[18px] mt-px text-ink-3" />
          <span>
            <b className="font-medium text-ink">{copy.filesTitle}: </b>
            {copy.filesText(
              missing_files.map(({ title, role }) => copy.fileOf(title, roleNouns[role])).join(', '),
            )}
          </span>
        </p>
      ) : null}
    </>
  )
}

function Actions({ offer, onSend, onEdit, onMarkPaid }: OfferDetailsProps) {
  const can = allowedFor(offer)
  const { copyLink, resend, withdraw, decline, pending } = useOfferActions(offer)
  const waits = offer.can_resend_at !== null && Date.parse(offer.can_resend_at) > Date.now()
  if (!(can.send || can.copyLink || can.resend || can.markPaid)) return null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-(--pad) py-3.5 border-t border-line">
        {can.send ? (
          <>
            <Button variant="primary" icon={<Send aria-hidden />} onClick={onSend}>
              {copy.send}
            </Button>
            <Button icon={<Pencil aria-hidden />} onClick={onEdit}>
              {copy.edit}
            </Button>
          </>
        ) : null}
        {can.markPaid ? (
          <Button variant="primary" onClick={onMarkPaid}>
            {copy.markPaid}
          </Button>
        ) : null}
        {can.resend && offer.buyer.email !== '' ? (
          <Button
            icon={<Mail aria-hidden />}
            disabled={waits}
            pending={pending === 'resend'}
            onClick={resend}
          >
            {copy.resend}
          </Button>
        ) : null}
        {can.copyLink && offer.url !== null ? (
          <Button icon={<Link2 aria-hidden />} onClick={copyLink}>
            {copy.copyLink}
          </Button>
        ) : null}
        {can.withdraw ? (
          <Button variant="quiet" className="ml-auto" pending={pending === 'withdraw'} onClick={withdraw}>
            {copy.withdraw}
          </Button>
        ) : null}
        {can.decline ? (
          <Button variant="quiet" className="ml-auto" pending={pending === 'decline'} onClick={decline}>
            {copy.decline}
          </Button>
        ) : null}
      </div>
      {can.resend && waits && offer.can_resend_at !== null ? (
        <p className="num px-(--pad) pb-3 -mt-1.5 text-12 text-ink-3">
          {copy.resendAt(momentText(offer.can_resend_at))}
        </p>
      ) : null}
    </>
  )
}

type SectionProps = { title: string; children: ReactNode; flat?: boolean; className?: string }

function Section({ title, children, flat = false, className }: SectionProps) {
  return (
    <section
      aria-label={title}
      className={`min-w-0 px-(--pad) py-[18px] border-line ${flat ? '' : 'border-t'} ${className ?? ''}`}
    >
      <h3 className="mb-2.5 text-14">{title}</h3>
      {children}
    </section>
  )
}

function Timeline({ offer: { events } }: { offer: WholeOffer }) {
  const newestFirst = [...events].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  return (
    <ol aria-label={copy.timeline} className="num grid gap-2.5">
      {newestFirst.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <li key={index}>
          <span className="block break-words">{event.message || copy.events[event.kind] || event.kind}</span>
          <time dateTime={event.at} className="block text-12 text-ink-3 first-letter:uppercase">
            {momentText(event.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function Acceptance({ offer }: { offer: WholeOffer }) {
  const { acceptance, licenses, sale_id, sale_reference } = offer
  const facts: [string, ReactNode][] =
    acceptance === null
      ? []
      : [
          [copy.name, acceptance.name],
          [copy.alias, acceptance.alias],
          [copy.email, acceptance.email],
          [copy.address, [acceptance.address, acceptance.country].filter(Boolean).join(', ')],
          [copy.time, <ExactTime key="time" at={acceptance.at} />],
          [copy.from, acceptance.ip],
          [copy.browser, acceptance.browser],
          [copy.acceptedRevision, acceptance.revision],
          [
            copy.textHash,
            <code key="hash" className="code text-12 break-all" title={acceptance.text_hash}>
              {shortHash(acceptance.text_hash)}
            </code>,
          ],
        ]
  if (sale_id !== null) {
    facts.push([
      copy.sale,
      <Link key="sale" to={PATHS.sales} search={{ sale: sale_id }} className={textLinkClass}>
        {sale_reference}
      </Link>,
    ])
  }
  for (const { id, reference, kind } of licenses) {
    facts.push([
      copy.license,
      <span key={id}>
        <Link to={PATHS.license} params={{ id }} className={textLinkClass}>
          {reference}
        </Link>
        {` · ${kind}`}
      </span>,
    ])
  }
  const shown = facts.filter(([, value]) => value !== '' && value !== null)
  return (
    <>
      {acceptance === null ? <p className="mb-2.5 text-ink-2">{copy.notAccepted}</p> : null}
      {shown.length === 0 ? null : (
        <dl className="num grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-[7px]">
          {shown.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several licenses have the same name
            <div key={index} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="break-words whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** A time to the second in UTC, as in the record. */
function ExactTime({ at }: { at: string }) {
  const utc = new Date(at).toISOString()
  return <time dateTime={at}>{`${shortDayText(utc.slice(0, 10))}, ${utc.slice(11, 19)} UTC`}</time>
}

function Evidence({ offer }: { offer: WholeOffer }) {
  const { evidence, isMakingEvidence } = useOfferActions(offer)
  if (offer.licenses.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--pad) py-3.5 border-t border-line">
      <p className="grow basis-60 text-ink-2">{copy.evidenceNote}</p>
      <Button icon={<Download aria-hidden />} pending={isMakingEvidence} onClick={evidence}>
        {copy.evidence}
      </Button>
    </div>
  )
}

/** Shortens a hash to its first twelve and last six digits. */
function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 12)}…${hash.slice(-6)}` : hash
}
