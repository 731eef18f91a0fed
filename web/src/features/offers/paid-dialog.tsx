// The dialog that marks an offer as paid: the payment, the entries that will be booked, and the licenses that are
// issued.
import { useQuery } from '@tanstack/react-query'
import { Clock, PackageCheck, ReceiptText, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useMarkPaid } from '@/entities/offers/mutations'
import type { WholeOffer } from '@/entities/offers/offer'
import { type Account, walletQuery } from '@/entities/wallet/queries'
import { OFFER } from '@/shared/config/limits'
import { roleNouns } from '@/shared/copy/licenses/licenses'
import { paidForm as copy } from '@/shared/copy/offers'
import { useEntry } from '@/shared/forms/use-entry'
import { cx } from '@/shared/lib/cx'
import { formatMinor, toMinor } from '@/shared/lib/money/money'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { bodyOf, bookingsOf, newPayment, paidSchema } from './paid-schema'

type PaidDialogProps = { open: boolean; onClose: () => void; offer: WholeOffer }

export function PaidDialog(props: PaidDialogProps) {
  const { data } = useQuery(walletQuery)
  return data ? <Form {...props} accounts={data.accounts} /> : null
}

function Form({ open, onClose, offer, accounts }: PaidDialogProps & { accounts: readonly Account[] }) {
  const { mutateAsync: book } = useMarkPaid()
  const { reference, currency } = offer
  const total = toMinor(offer.total)
  const schema = useMemo(() => paidSchema(total, currency), [total, currency])
  // Only an account in the offer's currency can receive the payment.
  const own = accounts.filter((account) => account.currency === currency)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: newPayment(total, own[0]?.id ?? ''),
    add: {
      bodyOf,
      send: (body, { keyFor }) => book({ id: offer.id, body, key: keyFor({ offer: offer.id, ...body }) }),
      done: copy.done(reference),
    },
    failed: copy.failed,
    conflictField: 'amount',
    fieldOf: (name) => (name === 'payment_reference' ? 'reference' : isField(name) ? name : null),
    onDone: onClose,
  })
  const [amount, fee, account] = form.watch(['amount', 'fee', 'account'])
  const books = bookingsOf({ amount, fee })
  const accountName = own.find(({ id }) => id === account)?.name ?? copy.account
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={copy.title(reference)}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.saving }}
      gridClass="grid-cols-2"
    >
      <Field
        label={copy.amount}
        error={errors.amount?.message}
        aside={<span className="num text-12 text-ink-3">{currency}</span>}
        required
      >
        <Input {...field('amount')} className="num" inputMode="decimal" autoComplete="off" />
      </Field>
      <Field label={copy.fee} error={errors.fee?.message}>
        <Input {...field('fee')} className="num" inputMode="decimal" autoComplete="off" placeholder="0.00" />
      </Field>
      <Field label={copy.account} error={errors.account?.message}>
        <Select
          value={account}
          options={own.map((one) => ({ value: one.id, label: copy.accountOf(one.name, one.currency) }))}
          onValueChange={(id) => form.setValue('account', id)}
        />
      </Field>
      <Field label={copy.day} error={errors.day?.message} required>
        <Input {...field('day')} type="date" className="num" />
      </Field>
      <Field label={copy.reference} error={errors.reference?.message} className="col-span-2">
        <Input
          {...field('reference')}
          className="num"
          maxLength={OFFER.referenceMax}
          autoComplete="off"
          placeholder={copy.optional}
        />
      </Field>
      <dl
        aria-label={copy.books}
        aria-live="polite"
        className="num col-span-2 border border-line rounded-control divide-y divide-line"
      >
        <Book name={copy.sale}>{formatMinor(books.amount, currency, 'always')}</Book>
        <Book name={copy.fees}>{formatMinor(-books.fee, currency)}</Book>
        <Book name={accountName} isSum>
          <span className="inline-block double-rule">{formatMinor(books.left, currency, 'always')}</span>
        </Book>
      </dl>
      <Consequences offer={offer} />
    </EntryDialog>
  )
}

function Book({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={cx('flex justify-between gap-3 px-3.5 py-2', isSum && 'font-semibold')}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Describes in words what happens when the offer is marked as paid. */
function Consequences({ offer: { lines, missing_files } }: { offer: WholeOffer }) {
  const lacking = [...new Set(missing_files.map(({ role }) => roleNouns[role]))].join(', ')
  const items = [
    { Icon: ReceiptText, text: copy.issues(lines.length) },
    lacking === '' ? { Icon: PackageCheck, text: copy.delivers } : { Icon: Clock, text: copy.waits(lacking) },
    ...(lines.some(({ is_exclusive }) => is_exclusive) ? [{ Icon: Star, text: copy.exclusive }] : []),
  ]
  return (
    <ul className="grid col-span-2 gap-2 text-ink-2">
      {items.map(({ Icon, text }) => (
        <li key={text} className="flex gap-2.5">
          <Icon aria-hidden className="flex-none size-[18px] mt-px text-ink-3" />
          {text}
        </li>
      ))}
    </ul>
  )
}

function isField(name: string): name is 'amount' | 'fee' | 'account' | 'day' {
  return ['amount', 'fee', 'account', 'day'].includes(name)
}
