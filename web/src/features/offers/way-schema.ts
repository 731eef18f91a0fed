// The form of one way to pay. The server checks the hosts of links; the form reports only missing values.
import { WAY_TYPES, type Way, type WayType } from '@/entities/offers/ways'
import { waysForm as copy } from '@/shared/copy/offers'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'

export type WayInput = {
  type: WayType
  label: string
  rows: { label: string; value: string }[]
  address: string
  words: string
  kind_id: string
}

export const waySchema = checkedSchema<WayInput>((values) => faultsOf(values))

export function newWay(type: WayType = 'bank'): WayInput {
  return {
    type,
    label: copy.types[type],
    rows: copy.bankRows.map((label) => ({ label, value: '' })),
    address: '',
    words: '',
    kind_id: '',
  }
}

export function valuesOf(way: Way): WayInput {
  const { type, label, rows, address, words, kind_id } = way
  return {
    type,
    label,
    rows: rows.length > 0 ? rows.map((row) => ({ ...row })) : newWay().rows,
    address,
    words,
    kind_id: kind_id ?? '',
  }
}

/** Changes the type; the label becomes the new type's default, unless it was typed. */
export function withType(values: WayInput, type: WayType): Pick<WayInput, 'type' | 'label'> {
  const isOwn = !WAY_TYPES.some((one) => copy.types[one] === values.label) && values.label.trim() !== ''
  return { type, label: isOwn ? values.label : copy.types[type] }
}

export function faultsOf(values: WayInput): FieldFault[] {
  const faults: FieldFault[] = []
  if (values.label.trim() === '') faults.push(['label', copy.labelRequired])
  if (values.type === 'bank' && filledRows(values).length === 0) faults.push(['rows', copy.rowsRequired])
  if (values.type === 'paypal' || values.type === 'link') {
    const address = values.address.trim()
    if (address === '') faults.push(['address', copy.addressRequired])
    else if (!/^https:\/\/\S+\.\S+/.test(address)) faults.push(['address', copy.addressWrong])
  }
  if (values.type === 'other' && values.words.trim() === '') faults.push(['words', copy.wordsRequired])
  return faults
}

function filledRows({ rows }: WayInput) {
  return rows
    .map(({ label, value }) => ({ label: label.trim(), value: value.trim() }))
    .filter(({ label, value }) => label !== '' && value !== '')
}

/** Converts form values into a way to pay; fields that the type does not use are left empty. */
export function wayOf(values: WayInput, before: Pick<Way, 'id' | 'enabled'>): Way {
  const { type } = values
  const hasAddress = type === 'paypal' || type === 'link'
  return {
    ...before,
    type,
    label: values.label.trim(),
    rows: type === 'bank' ? filledRows(values) : [],
    address: hasAddress ? values.address.trim() : '',
    words: type === 'other' ? values.words.trim() : '',
    kind_id: type === 'link' && values.kind_id !== '' ? values.kind_id : null,
  }
}

/**
 * Maps a field name of the server, such as `ways.2.address`, to the form's field; `at` is the index of the way in the
 * list.
 */
export function fieldOfServer(name: string, at: number): keyof WayInput | null {
  const match = /^ways[.[](\d+)\]?\.(\w+)/.exec(name)
  const field = match ? match[2] : name
  if (match && Number(match[1]) !== at) return null
  return field !== undefined && field in newWay() ? (field as keyof WayInput) : null
}

/** Describes a way to pay in one line. */
export function summaryOf({ type, rows, address, words }: Way): string {
  if (type === 'bank') return rows.map(({ label, value }) => `${label} ${value}`).join(' · ')
  return type === 'other' ? words : address.replace(/^https:\/\//, '')
}
