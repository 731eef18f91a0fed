// Small marks for the roles of a beat's further files.
import { ROLES } from '@/entities/files/role'
import { roleFilter as copy } from '@/shared/copy/library/beat'

/** The roles that get a mark; an MP3 or an 'other' file gets none. */
const MARKED = ROLES.filter((role) => role !== 'mp3' && role !== 'other')

export function RoleMarks({ roles }: { roles: readonly string[] }) {
  const shown = MARKED.filter((role) => roles.includes(role))
  if (shown.length === 0) return null
  return (
    <span className="flex flex-none gap-0.5">
      <span className="sr-only">{copy.hasFiles(shown.map((role) => copy.marks[role]).join(', '))}</span>
      {shown.map((role) => (
        <span
          key={role}
          aria-hidden
          title={copy.marks[role]}
          className="grid place-items-center size-[15px] rounded-[4px] bg-surface-3 text-[10px] leading-none font-medium text-ink-2"
        >
          {copy.short[role]}
        </span>
      ))}
    </span>
  )
}
