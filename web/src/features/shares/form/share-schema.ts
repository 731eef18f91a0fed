// The forms of a share: beats in their order, people, title, message, and what a link allows.
import type { LinkBody, LinksBody, NewShareBody, ShareBody } from '@/entities/shares/mutations'
import type { Downloads, WholeLink } from '@/entities/shares/share'
import { SHARE } from '@/shared/config/limits'
import { addPeople, shareForm as copy, editShare } from '@/shared/copy/shares'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { isDay, today } from '@/shared/lib/time/calendar'
import { type Recipient, readRecipients, recipientBody, recipientsFault, withRecipients } from './recipients'

export interface ChosenBeat {
  id: string
  title: string
  thumbnail: string | null
}

export const ENDINGS = ['7', '30', '90', 'never', 'day'] as const
export type Ending = (typeof ENDINGS)[number]

/** The fields of what a link allows. */
export interface LinkInput {
  ends: Ending
  /** The last day, where `ends` is day. */
  endsOn: string
  downloads: Downloads
  password: string
  showsPrices: boolean
  takesMessages: boolean
}

interface PeopleInput {
  recipients: Recipient[]
  /** The text in the box beside the chips; it counts as a recipient as well. */
  typed: string
}

interface ShareContentInput {
  beats: ChosenBeat[]
  title: string
  message: string
  keepsSold: boolean
}

export type ShareInput = LinkInput & PeopleInput & ShareContentInput
export type PeopleForm = LinkInput & PeopleInput
export type EditInput = LinkInput &
  ShareContentInput & { name: string; email: string; removesPassword: boolean }

export const shareSchema = checkedSchema<ShareInput>(faultsOf)
export const peopleSchema = checkedSchema<PeopleForm>(peopleFaults)
export const editSchema = checkedSchema<EditInput>(editFaults)

const NEW_LINK: LinkInput = {
  ends: '30',
  endsOn: '',
  downloads: 'none',
  password: '',
  showsPrices: true,
  takesMessages: true,
}

export function newShare(beats: readonly ChosenBeat[]): ShareInput {
  const [only] = beats
  return {
    ...NEW_LINK,
    beats: [...beats],
    recipients: [],
    typed: '',
    title: beats.length === 1 && only ? only.title.slice(0, SHARE.titleMax) : '',
    message: '',
    keepsSold: true,
  }
}

/**
 * The initial values for further links of a share: the permissions of an existing link, without its password, which
 * cannot be read back.
 */
export function morePeople({ link }: WholeLink): PeopleForm {
  return { ...linkValues(link), recipients: [], typed: '' }
}

export function editValues({ link, title, message, keepsSold, beats }: WholeLink): EditInput {
  return {
    ...linkValues(link),
    beats: beats.map(({ id, title: name, thumbnail }) => ({ id, title: name, thumbnail })),
    title,
    message,
    keepsSold,
    name: link.name,
    email: link.email,
    removesPassword: false,
  }
}

function linkValues(link: WholeLink['link']): LinkInput {
  return {
    ends: link.expires_on === null ? 'never' : 'day',
    endsOn: link.expires_on ?? '',
    downloads: link.downloads,
    password: '',
    showsPrices: link.shows_prices,
    takesMessages: link.takes_messages,
  }
}

/** All recipients in the form, including the typed text that is not added yet. */
export function peopleOf({ recipients, typed }: PeopleInput): Recipient[] {
  return withRecipients(recipients, readRecipients(typed))
}

export function faultsOf(values: ShareInput): FieldFault[] {
  const people = recipientsFault(peopleOf(values))
  return [
    ...shownFaults(values),
    ...(people === null ? [] : [['recipients', people] as FieldFault]),
    ...linkFaults(values),
  ]
}

export function peopleFaults(values: PeopleForm): FieldFault[] {
  const people = peopleOf(values)
  const fault = people.length === 0 ? addPeople.required : recipientsFault(people)
  return [...(fault === null ? [] : [['recipients', fault] as FieldFault]), ...linkFaults(values)]
}

export function editFaults(values: EditInput): FieldFault[] {
  const email = values.email.trim()
  const faults: FieldFault[] = [...shownFaults(values), ...linkFaults(values)]
  if (email !== '' && !/^\S+@\S+\.\S+$/.test(email)) faults.push(['email', editShare.emailWrong])
  if (values.name.trim().length > SHARE.nameMax) faults.push(['name', copy.nameTooLong])
  return faults
}

function shownFaults({ beats, title, message }: ShareContentInput): FieldFault[] {
  const faults: FieldFault[] = []
  if (beats.length === 0) faults.push(['beats', copy.beatsRequired])
  if (beats.length > SHARE.beatsMost) faults.push(['beats', copy.beatsTooMany])
  if (title.trim() === '') faults.push(['title', copy.nameRequired])
  if (title.trim().length > SHARE.titleMax) faults.push(['title', copy.titleTooLong])
  if (message.trim().length > SHARE.messageMax) faults.push(['message', copy.messageTooLong])
  return faults
}

function linkFaults({ ends, endsOn, password }: LinkInput): FieldFault[] {
  const faults: FieldFault[] = []
  if (ends === 'day' && !isOpenDay(endsOn)) faults.push(['endsOn', copy.endsWrong])
  if (password !== '' && [...password].length < SHARE.passwordMin)
    faults.push(['password', copy.passwordShort])
  return faults
}

function isOpenDay(day: string, now = new Date()): boolean {
  const last = today(new Date(now.getFullYear() + SHARE.mostYears, now.getMonth(), now.getDate()))
  return isDay(day) && day >= today(now) && day <= last
}

export function lastDayOf(
  { ends, endsOn }: Pick<LinkInput, 'ends' | 'endsOn'>,
  now = new Date(),
): string | null {
  if (ends === 'never') return null
  if (ends === 'day') return endsOn
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(ends)))
}

export function bodyOf(values: ShareInput): NewShareBody {
  const { beats, title, message, keepsSold } = values
  return {
    title: title.trim(),
    message: message.trim(),
    beats: beats.map(({ id }) => id),
    keeps_sold: keepsSold,
    ...peopleBody(values),
  }
}

export function peopleBody(values: PeopleForm): LinksBody {
  const { downloads, password, showsPrices, takesMessages } = values
  return {
    recipients: peopleOf(values).map(recipientBody),
    password: password === '' ? null : password,
    expires_on: lastDayOf(values),
    downloads,
    shows_prices: showsPrices,
    takes_messages: takesMessages,
  }
}

export interface ShareChange {
  share: ShareBody
  body: LinkBody
}

/** Returns the fields of the share and of the link that differ from the stored ones. */
export function changeOf(before: WholeLink, values: EditInput): ShareChange {
  const { link } = before
  const ids = values.beats.map(({ id }) => id)
  const name = values.name.trim()
  const email = values.email.trim()
  const lastDay = lastDayOf(values)
  const isOther = link.client_id === null && (name !== link.name || email !== link.email)
  const hasOtherBeats = ids.join() !== before.beats.map(({ id }) => id).join()
  return {
    share: {
      ...(values.title.trim() === before.title ? {} : { title: values.title.trim() }),
      ...(values.message.trim() === before.message ? {} : { message: values.message.trim() }),
      ...(hasOtherBeats ? { beats: ids } : {}),
      ...(values.keepsSold === before.keepsSold ? {} : { keeps_sold: values.keepsSold }),
    },
    body: {
      ...(isOther ? { recipient: { name, email } } : {}),
      ...(values.password === '' ? {} : { password: values.password }),
      ...(values.removesPassword && values.password === '' ? { password: null } : {}),
      ...(lastDay === link.expires_on ? {} : { expires_on: lastDay }),
      ...(values.downloads === link.downloads ? {} : { downloads: values.downloads }),
      ...(values.showsPrices === link.shows_prices ? {} : { shows_prices: values.showsPrices }),
      ...(values.takesMessages === link.takes_messages ? {} : { takes_messages: values.takesMessages }),
    },
  }
}
