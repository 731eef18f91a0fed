// The search box of the top bar: finds a screen, a setting or a command by name. "/" and Ctrl+K (or ⌘K)
// bring the focus to it from anywhere.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { topBar } from '@/shared/copy/shell'
import { cycleTheme } from '@/shared/theme/store'
import { Finder } from '@/shared/ui/finder'
import { type FoundItem, findPlaces } from './find-places'

export function SearchBox({ className }: { className?: string }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const groups = useMemo(() => findPlaces(query), [query])

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
      router.navigate({ to: action.path as '/', hash: action.hash })
    }
  }

  return (
    <Finder
      className={className}
      label="Search"
      placeholder={topBar.search}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      onChoose={follow}
      emptyText={`Nothing found for “${query.trim()}”`}
      shortcut="/"
      inputRef={input}
    />
  )
}

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || modalIsOpen()) return false
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey)
    return true
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
}

const modalIsOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}
