// The jump list above the settings: one link per section, with the section in view marked, with the licenses, the public page
// and the previews, which have screens to themselves. It stays in view while the sections scroll.
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PATHS } from '@/shared/config/paths'
import { settings as copy } from '@/shared/copy/settings/settings'
import { cx } from '@/shared/lib/cx'

const SECTIONS = Object.entries(copy.sections)
/** The links to the other screens are placed after the payment section. */
const BEFORE_SCREENS = SECTIONS.findIndex(([id]) => id === 'payment') + 1

type SectionLinksProps = {
  /** The other screen on which the links are shown; undefined on the settings screen itself. */
  on?: Screen
}

type Screen = 'licenses' | 'publicPage' | 'previews'

const SCREENS = [
  ['licenses', PATHS.licenseSettings],
  ['publicPage', PATHS.publicPage],
  ['previews', PATHS.previewSettings],
] as const

export function SectionLinks({ on }: SectionLinksProps) {
  const inView = useSectionInView()
  const current = on ? undefined : inView
  const section = ([id, name]: [string, string]) => (
    <Link
      key={id}
      to={PATHS.settings}
      hash={id}
      // The link replaces the history entry, so that Back leaves the settings.
      replace
      ref={id === current ? showInRow : undefined}
      aria-current={id === current ? 'true' : undefined}
      className={linkClass(id === current)}
    >
      {name}
    </Link>
  )
  return (
    <nav
      aria-label={copy.sectionsLabel}
      className="sticky top-(--topbar) z-10 -mx-(--gutter) bg-topbar glass border-b border-line"
    >
      <div className="flex gap-5 max-wide:gap-4 px-(--gutter) overflow-x-auto overflow-y-hidden fade-ends">
        {SECTIONS.slice(0, BEFORE_SCREENS).map(section)}
        {SCREENS.map(([screen, path]) => (
          <Link
            key={screen}
            ref={on === screen ? showInRow : undefined}
            to={path}
            replace
            aria-current={on === screen ? 'page' : undefined}
            className={linkClass(on === screen)}
          >
            {copy[screen]}
          </Link>
        ))}
        {SECTIONS.slice(BEFORE_SCREENS).map(section)}
      </div>
    </nav>
  )
}

/** Scrolls the current link into view, because the row may be wider than the screen. */
function showInRow(link: HTMLAnchorElement | null) {
  const row = link?.parentElement
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.clientWidth) / 2
}

function linkClass(isCurrent: boolean): string {
  return cx(
    'inline-flex items-center flex-none h-10 whitespace-nowrap font-medium border-b-2 focus-visible:-outline-offset-2',
    isCurrent ? 'text-ink border-accent' : 'text-ink-2 border-transparent hover:text-ink',
  )
}

function useSectionInView(): string | undefined {
  const [current, setCurrent] = useState(SECTIONS[0]?.[0])

  useEffect(() => {
    const seen = new Map<string, boolean>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen.set(target.id, isIntersecting)
        const first = SECTIONS.find(([id]) => seen.get(id))
        if (first) setCurrent(first[0])
      },
      // A band near the top of the view: the section there counts as the current one.
      { rootMargin: '-15% 0px -65% 0px' },
    )
    for (const [id] of SECTIONS) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])

  return current
}
