import { describe, expect, it } from 'vitest'
import {
  dayText,
  isDay,
  isTime,
  localeOf,
  momentText,
  monthOf,
  monthText,
  shortDayText,
  timeNow,
  timeText,
  today,
  weekdayText,
} from './calendar'

const now = new Date(2026, 10, 14, 9, 5)

describe('days and times', () => {
  it('read as people write them, wherever they are', () => {
    expect(dayText('2026-01-01')).toBe('Jan 1, 2026')
    expect(shortDayText('2026-11-09', now)).toBe('Nov 9')
    expect(shortDayText('2025-11-09', now)).toBe('Nov 9, 2025')
    expect(dayText('soon')).toBe('soon')
  })

  it('follow the region of the browser, in English', () => {
    expect(['de-DE', 'de', 'en-GB', 'pt-BR', 'en', undefined, 'c_'].map(localeOf)).toEqual([
      'en-DE',
      'en-DE',
      'en-GB',
      'en-BR',
      'en-US',
      'en-US',
      'en-US',
    ])
    expect(timeText('18:05')).toBe('6:05\u00a0PM')
    expect(timeText('later')).toBe('later')
  })

  it('name months and weekdays', () => {
    expect(monthText('2026-11')).toBe('November')
    expect(monthText('2026-11', 'short')).toBe('Nov')
    expect(monthText('2026-11', 'full')).toBe('November 2026')
    expect(monthText('soon')).toBe('soon')
    expect(weekdayText(new Date(2026, 10, 15, 12))).toBe('Sunday, November 15')
  })

  it('start a form at this moment', () => {
    expect([today(now), timeNow(now)]).toEqual(['2026-11-14', '09:05'])
  })

  it('know the days of a month', () => {
    expect(monthOf(now)).toEqual({ name: 'November', from: '2026-11-01', to: '2026-11-30' })
    expect(monthOf(new Date(2028, 1, 3)).to).toBe('2028-02-29')
    expect(monthOf(new Date(2026, 11, 31)).to).toBe('2026-12-31')
  })

  it('tell a moment relative to today', () => {
    expect(momentText(new Date(2026, 10, 14, 7, 42).toISOString(), now)).toBe('today at 7:42\u00a0AM')
    expect(momentText(new Date(2026, 10, 12, 18, 5).toISOString(), now)).toBe('Nov 12 at 6:05\u00a0PM')
  })

  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2026-13-01', false],
    ['2026-04-31', false],
    ['2026-00-10', false],
    ['', false],
  ])('%s: does the day exist? %s', (day, exists) => {
    expect(isDay(day)).toBe(exists)
  })

  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:30', false],
    ['12:60', false],
    ['', false],
  ])('%s: is it a time? %s', (time, is) => {
    expect(isTime(time)).toBe(is)
  })
})
