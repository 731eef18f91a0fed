// A small drawing of a theme. It has its own data-theme attribute, so that its colors are the theme's.
import type { Theme } from '@/shared/theme/palette'

export function ThemeTile({ theme }: { theme: Theme }) {
  return (
    <span
      data-theme={theme}
      aria-hidden
      className="relative block h-21 overflow-hidden rounded-inner [background:var(--backdrop)]"
    >
      <svg viewBox="0 0 160 84" preserveAspectRatio="none" className="size-full" aria-hidden="true">
        <path d="M36 0v84" className="stroke-line-strong" />
        <rect x="8" y="14" width="20" height="4" rx="2" className="fill-ink" />
        <path d="M8 26h16M8 36h18" className="stroke-line-strong" strokeWidth="4" strokeLinecap="round" />
        <rect x="46" y="14" width="120" height="80" rx="6" className="fill-surface stroke-line-strong" />
        <path d="M54 42h106M54 50h106M54 58h106M54 66h106M54 74h106" className="stroke-line" />
        <rect x="54" y="22" width="40" height="7" rx="2" className="fill-ink" />
        <path
          d="M54 70C80 68 84 52 104 56S126 44 138 38"
          fill="none"
          className="stroke-series-1"
          strokeWidth="2"
        />
        <ellipse cx="138" cy="38" rx="4" ry="3" transform="rotate(-24 138 38)" className="fill-series-1" />
      </svg>
    </span>
  )
}
