// Icons of the three music platforms, drawn for this app.
import type { Platform } from './shell-user'

const PATHS: Record<Platform, string> = {
  spotify:
    'M3.2 10a6.8 6.8 0 1 0 13.6 0a6.8 6.8 0 1 0-13.600 0M6.500 8.200c2.500-.8 5-.5 7.200.7M7 10.700c2-.6 4-.4 5.800.6M7.500 13c1.500-.4 3-.3 4.300.4',
  soundcloud: 'M3.500 10.500v3.500M6 9v5M8.500 7v7M11 6v8h3.700a2.600 2.600 0 0 0 .2-5.200A4 4 0 0 0 11 6',
  youtube:
    'M5.800 5h8.400a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H5.800a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM8.700 8l3.300 2-3.300 2V8Z',
}

export function PlatformIcon({ platform }: { platform: Platform }) {
  return (
    <svg
      className="lucide"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[platform]} />
    </svg>
  )
}
