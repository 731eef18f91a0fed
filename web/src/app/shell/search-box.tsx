// The search box of the top bar: finds screens, settings and commands by name, and the account's data. "/" and Ctrl+K
// (or ⌘K) move the focus to it.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SEARCH } from '@/shared/config/limits'
import { search as copy } from '@/shared/copy/figures/search'
import { topBar } from '@/shared/copy/shell'
import { cycleTheme } from '@/shared/theme/store'
import { Finder } from '@/shared/ui/overlays/finder'
import { type Command, findPlaces, type SearchResult } from './find-places'
import { isFreeKey, isModalOpen } from './keys'
import { type SearchAccount, useAccountSearch } from './use-account-search'

type SearchBoxProps = {
  /** Searches the account's data. Without it only screens, settings and commands are found. */
  searchAccount?: SearchAccount
  onCommand?: (command: Command) => void
  className?: string
}

export function SearchBox({ searchAccount, onCommand, className }: SearchBoxProps) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const results = useAccountSearch(query, searchAccount)
  // Results from the account rank first. Until they have loaded, places are matched by name only, so that a quick Enter
  // does not open a setting that merely mentions the word.
  const places = useMemo(() => findPlaces(query, results.isBusy), [query, results.isBusy])
  const groups = useMemo(() => [...results.groups, ...places], [places, results.groups])

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

  function runResult({ action }: SearchResult) {
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
      onChoose={runResult}
      emptyText={results.isFailed ? copy.failed : copy.nothing(query.trim())}
      busyText={results.isBusy ? copy.searching : undefined}
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
