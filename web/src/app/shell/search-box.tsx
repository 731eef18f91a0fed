// The search box of the top bar: finds screens, settings and commands by name, and the account's data. "/" and Ctrl+K
// (or ⌘K) move the focus to it.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SEARCH } from '@/shared/config/limits'
import { search as copy } from '@/shared/copy/figures/search'
import { topBar } from '@/shared/copy/shell'
import { cycleTheme } from '@/shared/theme/store'
import { Finder } from '@/shared/ui/overlays/finder'
import { type Command, type FoundItem, findPlaces } from './find-places'
import { isFreeKey, isModalOpen } from './keys'
import { type FindThings, useThings } from './use-things'

type SearchBoxProps = {
  /** Searches the account's data. Without it only screens, settings and commands are found. */
  findThings?: FindThings
  onCommand?: (command: Command) => void
  className?: string
}

export function SearchBox({ findThings, onCommand, className }: SearchBoxProps) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const things = useThings(query, findThings)
  // The account's own things rank first. Until they are known, places are found by their names only, so that a quick
  // Enter does not open a setting that merely mentions the word.
  const places = useMemo(() => findPlaces(query, things.isBusy), [query, things.isBusy])
  const groups = useMemo(() => [...things.groups, ...places], [places, things.groups])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  function follow({ action }: FoundItem) {
    if (action.kind === 'cycle-theme') cycleTheme()
    else {
      input.current?.blur()
      if (action.kind === 'command') onCommand?.(action.command)
      else if (action.kind === 'follow') router.navigate({ href: action.href })
      else router.navigate({ to: action.path as '/', hash: action.hash })
    }
  }

  return (
    <Finder
      className={className}
      label={copy.label}
      placeholder={topBar.search}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      onChoose={follow}
      emptyText={things.isFailed ? copy.failed : copy.nothing(query.trim())}
      busyText={things.isBusy ? copy.searching : undefined}
      countText={copy.found}
      maxLength={SEARCH.most}
      shortcut="/"
      inputRef={input}
    />
  )
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key === '/') return isFreeKey(event)
  if (event.defaultPrevented || isModalOpen()) return false
  return (
    event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  )
}
