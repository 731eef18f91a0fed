// The details of one sale, with its actions.
import { Download, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { canBeLicensed, hasReceipt, type Sale } from '@/entities/sales/sale'
import { saleLicense } from '@/shared/copy/licenses/licenses'
import { saleDetails as copy, sales } from '@/shared/copy/sales'
import { dayText, momentText } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Fact, Facts, LongFact } from '@/shared/ui/figures/facts'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { SaleAmount } from './sale-amount'
import { StatusBadge } from './status-badge'

type DetailsDialogProps = {
  open: boolean
  onClose: () => void
  sale: Sale
  /** Renders the client's name as a link to the client. */
  clientLink: (id: string, name: string) => ReactNode
  onReceipt: () => void
  isFetchingReceipt: boolean
  /** Emails the receipt; left out if the server cannot send mail. */
  onEmailReceipt?: () => void
  isEmailingReceipt: boolean
  onEdit: () => void
  onRefund: () => void
  onLicense: () => void
}

export function DetailsDialog({
  open,
  onClose,
  sale,
  clientLink,
  onReceipt,
  isFetchingReceipt,
  onEmailReceipt,
  isEmailingReceipt,
  onEdit,
  onRefund,
  onLicense,
}: DetailsDialogProps) {
  const { title, reference, client, client_id, client_email, license, license_id, date, status, notes } = sale
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={copy.title}
      footer={
        <>
          {canBeLicensed(sale) ? (
            <Button onClick={onLicense}>{license_id === null ? saleLicense.make : saleLicense.view}</Button>
          ) : null}
          {status === 'Completed' ? <Button onClick={onRefund}>{sales.refund}</Button> : null}
          {status === 'Refunded' ? null : <Button onClick={onEdit}>{sales.edit}</Button>}
          {hasReceipt(sale) && client_email && onEmailReceipt ? (
            <Button
              icon={<Mail aria-hidden />}
              pending={isEmailingReceipt}
              pendingLabel={sales.emailingReceipt}
              onClick={onEmailReceipt}
            >
              {sales.emailReceipt}
            </Button>
          ) : null}
          {hasReceipt(sale) ? (
            <Button
              variant="primary"
              icon={<Download aria-hidden />}
              pending={isFetchingReceipt}
              onClick={onReceipt}
            >
              {sales.receipt}
            </Button>
          ) : (
            <Button onClick={onClose}>{copy.close}</Button>
          )}
        </>
      }
    >
      <p className="font-medium break-words">{title}</p>
      <p className="num text-12 text-ink-3">{reference}</p>
      <p className="mt-3 text-28 tracking-figures leading-9">
        <SaleAmount sale={sale} />
      </p>
      {hasReceipt(sale) ? null : <p className="mt-1 text-12 text-ink-3">{copy.movesNothing}</p>}
      {status === 'Refunded' ? <p className="mt-1 text-12 text-ink-3">{copy.wentBack}</p> : null}
      <Facts className="mt-4">
        <Fact verbatim name={copy.client}>
          {client_id ? clientLink(client_id, client) : client}
          {client_email ? <span className="block mt-1 text-12 text-ink-3">{client_email}</span> : null}
        </Fact>
        <Fact name={copy.license}>{sales.licenses[license]}</Fact>
        <Fact name={copy.status}>
          <StatusBadge status={status} />
        </Fact>
        <Fact name={copy.date}>
          <span className="num">{dayText(date)}</span>
        </Fact>
        {sale.refunded_at ? (
          <Fact name={copy.refundedAt}>
            <span className="num">{momentText(sale.refunded_at)}</span>
          </Fact>
        ) : null}
        <Fact name={copy.recorded}>
          <span className="num">{momentText(sale.created_at)}</span>
        </Fact>
        {notes ? <LongFact name={copy.notes}>{notes}</LongFact> : null}
      </Facts>
    </Dialog>
  )
}
