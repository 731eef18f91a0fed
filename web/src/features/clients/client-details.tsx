// All stored details of a client. The account number is masked until it is revealed.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { type Client, maskedNumber } from '@/entities/clients/client'
import { clients, clientView as copy, clientForm as form } from '@/shared/copy/clients'
import { dayText, today } from '@/shared/lib/time/calendar'
import { Fact, Facts, LongFact } from '@/shared/ui/figures/facts'
import { IconButton } from '@/shared/ui/icon-button'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'

export function ClientDetails({ client }: { client: Client }) {
  const [isShown, setShown] = useState(false)
  const { account_number, email, phone, bank_name, bank_code, address, notes, created_at } = client
  return (
    <Panel solid title={copy.details}>
      <Facts>
        <Fact verbatim name={form.email}>
          <a href={`mailto:${email}`} className={textLinkClass}>
            {email}
          </a>
        </Fact>
        {phone ? (
          <Fact name={form.phone}>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`num ${textLinkClass}`}>
              {phone}
            </a>
          </Fact>
        ) : null}
        <Fact name={form.relationship}>{clients.relationships[client.relationship]}</Fact>
        <Fact verbatim name={form.bankName}>
          {bank_name}
        </Fact>
        <Fact verbatim name={form.accountNumber}>
          <span className="inline-flex items-center justify-end gap-1 -my-1.5">
            <span className="num break-all">{isShown ? account_number : maskedNumber(account_number)}</span>
            <IconButton
              size="sm"
              label={isShown ? copy.hideNumber : copy.showNumber}
              icon={
                isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />
              }
              onClick={() => setShown(!isShown)}
              className="-mr-2"
            />
          </span>
        </Fact>
        {bank_code ? (
          <Fact verbatim name={form.bankCode}>
            <span className="num">{bank_code}</span>
          </Fact>
        ) : null}
        <Fact name={form.accountType}>{clients.accountTypes[client.account_type]}</Fact>
        <Fact name={copy.since}>
          <span className="num">{dayText(today(new Date(created_at)))}</span>
        </Fact>
        {address ? <LongFact name={form.address}>{address}</LongFact> : null}
        {notes ? <LongFact name={form.notes}>{notes}</LongFact> : null}
      </Facts>
    </Panel>
  )
}
