// The Filter popover: kind, status, public page, genre, tempo, key, size and files, and the order, for screens that are too narrow to
// sort by the table's head.

import { type ReactNode, useEffect, useState } from 'react'
import {
  filterCount,
  type LibraryFilter,
  NO_CHOICES,
  type Order,
  SIZES,
  type SizeBand,
  type Sort,
  WANTED_ROLES,
  type WantedRole,
} from '@/entities/documents/filter'
import type { Overview } from '@/entities/documents/queries'
import { KEYS, LIBRARY } from '@/shared/config/limits'
import { roleFilter } from '@/shared/copy/library/beat'
import { libraryFilter as copy, library } from '@/shared/copy/library/library'
import type { Change } from '@/shared/lib/apply-change'
import { cx } from '@/shared/lib/cx'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { FilterPopover } from '@/shared/ui/overlays/filter-popover'

type LibraryFiltersProps = {
  filter: LibraryFilter
  genres: Overview['genres']
  onChange: (change: Change<LibraryFilter>) => void
}

export function LibraryFilters({ filter, genres, onChange: change }: LibraryFiltersProps) {
  const on = filterCount(filter)
  return (
    <FilterPopover
      label={library.filter}
      labelOn={copy.on}
      resetLabel={library.resetFilters}
      count={on}
      className="w-[340px]!"
      onReset={() => change(NO_CHOICES)}
    >
      <div className="grid gap-4">
        <FilterSection name={copy.kind}>
          <Segmented
            label={copy.kind}
            value={filter.category ?? 'any'}
            onValueChange={(kind) => change({ category: kind === 'any' ? null : kind })}
            options={(['any', 'beat', 'video'] as const).map((value) => ({
              value,
              label: copy.kinds[value],
            }))}
          />
        </FilterSection>
        <FilterSection name={copy.status}>
          <Segmented
            label={copy.status}
            value={filter.status ?? 'any'}
            onValueChange={(status) => change({ status: status === 'any' ? null : status })}
            options={(['any', 'Available', 'Sold'] as const).map((value) => ({
              value,
              label: copy.statuses[value],
            }))}
          />
        </FilterSection>
        <FilterSection name={copy.publicPage}>
          <Segmented
            label={copy.publicPage}
            value={filter.isPublic === null ? 'any' : filter.isPublic ? 'on' : 'off'}
            onValueChange={(chosen) => change({ isPublic: chosen === 'any' ? null : chosen === 'on' })}
            options={(['any', 'on', 'off'] as const).map((value) => ({
              value,
              label: copy.publicStates[value],
            }))}
          />
        </FilterSection>
        <Genres
          genres={genres}
          chosen={filter.genres}
          onChange={(next) => change((now) => ({ genres: next(now.genres) }))}
        />
        <div className="grid grid-cols-2 gap-3">
          <Tempo label={copy.bpmFrom} value={filter.bpmMin} onChange={(bpmMin) => change({ bpmMin })} />
          <Tempo
            label={copy.bpmTo}
            value={filter.bpmMax}
            least={filter.bpmMin}
            onChange={(bpmMax) => change({ bpmMax })}
          />
          <Field label={copy.key}>
            <Select
              value={filter.key ?? 'any'}
              onValueChange={(key) => change({ key: key === 'any' ? null : key })}
              options={[
                { value: 'any', label: copy.anyKey },
                ...KEYS.map((key) => ({ value: key, label: key })),
              ]}
            />
          </Field>
          <Field label={copy.size}>
            <Select
              value={filter.size ?? 'any'}
              onValueChange={(size) => change({ size: size === 'any' ? null : (size as SizeBand) })}
              options={[
                { value: 'any', label: copy.anySize },
                ...SIZES.map((size) => ({ value: size as string, label: copy.sizes[size] })),
              ]}
            />
          </Field>
        </div>
        <Files chosen={filter.has} onChange={(next) => change((now) => ({ has: next(now.has) }))} />
        <Field label={copy.sort}>
          <Select
            value={`${filter.sort}-${filter.order}`}
            onValueChange={(chosen) => {
              const [sort, order] = chosen.split('-') as [Sort, Order]
              change({ sort, order })
            }}
            options={Object.entries(copy.sorts).map(([value, label]) => ({ value, label }))}
          />
        </Field>
      </div>
    </FilterPopover>
  )
}

function FilterSection({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden className="font-medium">
        {name}
      </span>
      {children}
    </div>
  )
}

type GenresProps = {
  genres: Overview['genres']
  chosen: readonly string[]
  onChange: (next: (chosen: readonly string[]) => readonly string[]) => void
}

/**
 * The genres of the filter as toggle buttons like the other choices, since a checkbox in a filter means "keep". None
 * pressed matches any genre.
 */
function Genres({ genres, chosen, onChange }: GenresProps) {
  // A genre from the address stays in the list even if no item has it, so that it can be switched off.
  const lost = chosen.filter((name) => !genres.some((one) => isSame(one.name, name)))
  const names = [...genres.map(({ name }) => name), ...lost]
  if (names.length === 0) return null
  return (
    <FilterSection name={copy.genre}>
      <fieldset className="flex flex-wrap gap-1.5 max-h-[108px] p-1 -m-1 overflow-y-auto overscroll-contain">
        <legend className="sr-only">{copy.genre}</legend>
        <Choice name={copy.anyGenre} isOn={chosen.length === 0} onPress={() => onChange(() => [])} />
        {names.map((name) => (
          <Choice
            key={name}
            name={name}
            isOn={chosen.some((one) => isSame(one, name))}
            onPress={() =>
              onChange((now) => {
                const others = now.filter((one) => !isSame(one, name))
                return others.length < now.length ? others : [...now, name]
              })
            }
          />
        ))}
      </fieldset>
    </FilterSection>
  )
}

type FilesProps = {
  chosen: readonly WantedRole[]
  onChange: (next: (chosen: readonly WantedRole[]) => readonly WantedRole[]) => void
}

/** The roles of the files that a beat must have. */
function Files({ chosen, onChange }: FilesProps) {
  return (
    <FilterSection name={roleFilter.title}>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{roleFilter.title}</legend>
        {WANTED_ROLES.map((role) => (
          <Choice
            key={role}
            name={roleFilter.has[role]}
            isOn={chosen.includes(role)}
            onPress={() =>
              onChange((now) => WANTED_ROLES.filter((one) => (one === role) !== now.includes(one)))
            }
          />
        ))}
      </fieldset>
    </FilterSection>
  )
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function Choice({ name, isOn, onPress }: { name: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={cx(
        'max-w-full min-h-7 px-3 truncate rounded-pill border text-12 font-medium',
        isOn
          ? 'border-accent bg-accent-soft text-ink'
          : 'border-line-strong text-ink-2 hover:bg-surface-2 hover:text-ink',
      )}
    >
      {name}
    </button>
  )
}

type TempoProps = {
  label: string
  value: number | null
  /** For the upper end of the range: its lower end. */
  least?: number | null
  onChange: (value: number | null) => void
}

/**
 * A tempo field that reports the typed tempo after a pause. An invalid tempo is marked at the field and not reported.
 */
function Tempo({ label, value, least = null, onChange }: TempoProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const wrong = tempoProblem(typed, least)
  const wanted = typed.trim() === '' ? null : wrong === null ? Number(typed) : value
  const [isSaid, setIsSaid] = useState(false)

  useEffect(() => {
    const timer = setTimeout(
      () => {
        setIsSaid(true)
        if (wanted !== value) onChange(wanted)
      },
      wrong === null ? LIBRARY.searchDelayMs : COMPLAIN_MS,
    )
    return () => clearTimeout(timer)
  })

  // A reset of the filter empties the field, but not while the person is typing.
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    if (value !== wanted) setTyped(value === null ? '' : String(value))
  }

  return (
    <Field label={label} error={isSaid && wrong !== null ? wrong : undefined}>
      <Input
        figures="amount"
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        value={typed}
        onChange={(event) => {
          setIsSaid(false)
          setTyped(event.target.value)
        }}
        onBlur={() => setIsSaid(true)}
      />
    </Field>
  )
}

/** The delay before an invalid tempo is marked: somebody who types 140 has typed 1 and 14 before. */
const COMPLAIN_MS = 1200

/** Returns the error message for a typed tempo, or null if it is valid. */
export function tempoProblem(typed: string, least: number | null): string | null {
  const text = typed.trim()
  if (text === '') return null
  const bpm = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (!(bpm >= LIBRARY.bpmMin && bpm <= LIBRARY.bpmMax)) return copy.bpmWrong
  return least !== null && bpm < least ? copy.bpmOrder : null
}
