// Asks about a date that looks mistyped, beside its field: the year is named, and one button keeps it. The server refuses
// such a date until it is confirmed.
import { type ReactNode, useRef, useState } from 'react'
import { dateQuestion as copy } from '@/shared/copy/money/money'
import { isDay, today } from '@/shared/lib/time/calendar'
import { textLinkClass } from '../ui/text-link'

/**
 * True for a date that looks mistyped: more than a year ago, or more than a day ahead (more than a year ahead for a
 * planned entry).
 */
export function isFarDay(day: string, isPlanned: boolean, now = new Date()): boolean {
  const on = (years: number, days: number) =>
    today(new Date(now.getFullYear() + years, now.getMonth(), now.getDate() + days))
  return isDay(day) && (day < on(-1, 0) || day > (isPlanned ? on(1, 0) : on(0, 1)))
}

/** Manages the question about a date; `known` is the stored date of an edited entry, which is not questioned again. */
export function useDateQuestion(known = '') {
  const [sureOf, setSureOf] = useState(known)
  // The question appears when the field loses focus or the form is submitted, not while the date is being typed.
  const [asked, setAsked] = useState('')
  const keep = useRef<HTMLButtonElement>(null)

  const isDoubtful = (date: string, isPlanned = false) => isFarDay(date, isPlanned) && date !== sureOf

  return {
    isDoubtful,
    ask: setAsked,
    /** Shows the question, and moves the focus to the button that keeps the date. */
    askAndFocus: (date: string) => {
      setAsked(date)
      requestAnimationFrame(() => keep.current?.focus())
    },
    /** Returns the field of the request body that confirms the date. */
    confirmation: (date: string | null | undefined): { confirm_date?: true } =>
      date && date === sureOf && date !== known ? { confirm_date: true } : {},
    /** Returns the message at the field: the question, or the form's own error. */
    error: (date: string, isPlanned: boolean, message: string | undefined): ReactNode => {
      if (!(isDoubtful(date, isPlanned) && asked === date)) return message
      return (
        <>
          {`${copy.question(date.slice(0, 4))} `}
          <button ref={keep} type="button" onClick={() => setSureOf(date)} className={textLinkClass}>
            {copy.keep}
          </button>
        </>
      )
    },
  }
}
