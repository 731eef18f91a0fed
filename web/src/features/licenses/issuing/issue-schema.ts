// The form that issues a license: a beat of the library, a kind, a client or a new buyer, the price, and the sale that is
// recorded with it.
import type { Kind } from '@/entities/licenses/kind'
import type { IssueBody } from '@/entities/licenses/mutations'
import { issueForm as copy } from '@/shared/copy/licenses/licenses'
import { amountFaults } from '@/shared/copy/money/money'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { toMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

export const SALES = ['Completed', 'Pending', 'none'] as const

export type IssueInput = {
  /** The text of the field, and the id of the chosen beat. */
  beat: string
  document_id: string
  kind_id: string
  who: 'client' | 'buyer'
  client: string
  client_id: string
  name: string
  alias: string
  email: string
  address: string
  country: string
  price: string
  starts_on: string
  samples: string
  sale: (typeof SALES)[number]
}

export const issueSchema = checkedSchema<IssueInput>((values) => faultsOf(values))

export function newValues(kind: Kind | undefined): IssueInput {
  return {
    beat: '',
    document_id: '',
    kind_id: kind?.id ?? '',
    who: 'client',
    client: '',
    client_id: '',
    name: '',
    alias: '',
    email: '',
    address: '',
    country: '',
    price: kind ? priceText(kind.price) : '',
    starts_on: today(),
    samples: '',
    sale: 'Completed',
  }
}

export const priceText = (price: number) => toTyped(toMinor(price))

export function faultsOf(values: IssueInput): FieldFault[] {
  const faults: FieldFault[] = []
  const rule = (isKept: boolean, path: keyof IssueInput, message: string) => {
    if (!isKept) faults.push([path, message])
  }
  rule(values.document_id !== '', 'beat', copy.beatRequired)
  rule(values.kind_id !== '', 'kind_id', copy.kindRequired)
  if (values.who === 'client') rule(values.client_id !== '', 'client', copy.clientRequired)
  else {
    rule(values.name.trim() !== '', 'name', copy.nameRequired)
    const email = values.email.trim()
    rule(email === '' || /^\S+@\S+\.\S+$/.test(email), 'email', copy.emailWrong)
  }
  const { fault } = readAmount(values.price)
  if (fault && fault !== 'zero') rule(false, 'price', amountFaults[fault])
  rule(isDay(values.starts_on), 'starts_on', copy.startsRequired)
  return faults
}

/** Converts valid form values into the request body. A free license has no sale. */
export function bodyOf(values: IssueInput): IssueBody {
  const { minor = 0n } = readAmount(values.price)
  const { document_id, kind_id, who, client_id, starts_on, sale } = values
  const text = (name: 'name' | 'alias' | 'email' | 'address' | 'country' | 'samples') => values[name].trim()
  const buyer = {
    name: text('name'),
    alias: text('alias'),
    email: text('email'),
    address: text('address'),
    country: text('country'),
  }
  return {
    document_id,
    kind_id,
    ...(who === 'client' ? { client_id } : { buyer }),
    price: toNumber(minor),
    starts_on,
    ...(text('samples') === '' ? {} : { samples: text('samples') }),
    ...(sale === 'none' || minor === 0n ? {} : { sale: { status: sale } }),
  }
}
