// The content of the sidebar: seven screens, three music platforms, the theme, the help. It stands beside the page on
// a wide screen and in a drawer on a narrow one.
import { CircleQuestionMark, Moon, Sparkles, Sun } from 'lucide-react'
import { useId } from 'react'
import { brand } from '@/shared/copy/brand'
import { sidebar } from '@/shared/copy/shell'
import { THEME_NAMES, type Theme } from '@/shared/theme/palette'
import { cycleTheme } from '@/shared/theme/store'
import { useAppearance } from '@/shared/theme/use-appearance'
import { LogoMark } from '@/shared/ui/logo'
import { NavRowContent, navRowClass } from './nav-row'
import { MAIN_PLACES, sidebarPath } from './places'
import { PlatformIcon } from './platform-icon'
import { ShellLink } from './shell-link'
import { PLATFORMS, type Platform, platformFieldId, type ShellUser } from './shell-user'

const PLATFORM_NAMES: Record<Platform, string> = {
  spotify: 'Spotify',
  soundcloud: 'SoundCloud',
  youtube: 'YouTube',
}

const THEME_ICONS: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, glassmorphism: Sparkles }

interface SidebarProps {
  path: string
  platformLinks: ShellUser['platformLinks']
  onHelp?: () => void
  /** Called when a link is followed, so that a drawer can close. */
  onFollow?: () => void
}

export function Sidebar({ path, platformLinks, onHelp, onFollow }: SidebarProps) {
  const current = sidebarPath(path)
  // The sidebar is in the page twice while the drawer is open, so the id must be generated.
  const platformsId = useId()
  return (
    <nav aria-label="Main" className="flex flex-col grow min-h-0 px-4 pb-4 overflow-y-auto overflow-x-hidden">
      <ShellLink
        to="/dashboard"
        onClick={onFollow}
        className="flex items-center flex-none gap-2.5 h-(--topbar) px-2 rounded-control text-16 font-semibold tracking-tight focus-visible:-outline-offset-4"
      >
        <LogoMark />
        {brand.name}
      </ShellLink>
      <ul className="mt-3">
        {MAIN_PLACES.map((place) => (
          <li key={place.path}>
            <ShellLink
              to={place.path}
              onClick={onFollow}
              aria-current={place.path === current ? 'page' : undefined}
              className={navRowClass(place.path === current)}
            >
              <NavRowContent icon={<place.icon aria-hidden />}>{place.name}</NavRowContent>
            </ShellLink>
          </li>
        ))}
      </ul>
      <h2 id={platformsId} className="mt-6 mb-2 px-3 text-12 font-medium text-ink-3">
        {sidebar.platforms}
      </h2>
      <ul aria-labelledby={platformsId} className="mb-3">
        {PLATFORMS.map((platform) => (
          <li key={platform}>
            <PlatformRow platform={platform} href={platformLinks?.[platform]} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-3 border-t border-line">
        <ThemeRow />
        {onHelp ? (
          <button
            type="button"
            onClick={() => {
              onFollow?.()
              onHelp()
            }}
            className={navRowClass()}
          >
            <NavRowContent icon={<CircleQuestionMark aria-hidden />} end="?">
              {sidebar.help}
            </NavRowContent>
          </button>
        ) : null}
      </div>
    </nav>
  )
}

function PlatformRow({
  platform,
  href,
  onFollow,
}: {
  platform: Platform
  href?: string | null
  onFollow?: () => void
}) {
  const icon = <PlatformIcon platform={platform} />
  const name = PLATFORM_NAMES[platform]
  if (!href || !isWebAddress(href)) {
    return (
      <ShellLink to="/profile" hash={platformFieldId(platform)} onClick={onFollow} className={navRowClass()}>
        <NavRowContent icon={icon} end="Add link">
          {name}
        </NavRowContent>
      </ShellLink>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={onFollow} className={navRowClass()}>
      <NavRowContent icon={icon} end="Connected">
        {name}
      </NavRowContent>
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** The address is typed by the user; only http and https may become a link. */
function isWebAddress(href: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(href).protocol)
  } catch {
    return false
  }
}

function ThemeRow() {
  const { theme } = useAppearance()
  const Icon = THEME_ICONS[theme]
  return (
    <button type="button" onClick={cycleTheme} className={navRowClass()}>
      <NavRowContent icon={<Icon aria-hidden />} end={THEME_NAMES[theme]}>
        {sidebar.theme}
      </NavRowContent>
    </button>
  )
}
