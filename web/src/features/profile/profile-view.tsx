// View mode of the profile, with placeholders for unset fields.
import type { ReactNode } from 'react'
import { bioOf, specialtyOf, type User } from '@/entities/user/user'
import { emailConfirmation } from '@/shared/copy/identity/email-confirmation'
import { platformLinks, profile } from '@/shared/copy/identity/profile'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'
import { PLATFORMS } from './profile-schema'

export function ProfileView({
  user,
  onAddLink,
}: {
  user: User
  onAddLink: (platform: (typeof PLATFORMS)[number]) => void
}) {
  return (
    <div className="grid gap-(--gap) wide:grid-cols-2 items-start">
      <Panel solid title={profile.about} className="wide:row-span-2">
        <p className="max-w-[68ch] text-ink-2 whitespace-pre-line break-words">{bioOf(user)}</p>
        <dl className="grid sm:grid-cols-2 gap-4 mt-5 pt-5 border-t border-line">
          <Fact name={profile.specialty}>{specialtyOf(user)}</Fact>
          <Fact name={profile.experience}>{user.experience}</Fact>
        </dl>
      </Panel>
      <Panel solid title={profile.contact}>
        <dl className="grid sm:grid-cols-2 gap-4">
          <Fact name={profile.email}>
            {user.email}
            {user.pending_email ? (
              <span className="block text-12 text-ink-3">
                {emailConfirmation.pending(user.pending_email)}
              </span>
            ) : null}
          </Fact>
          <Fact name={profile.phone}>{user.phone}</Fact>
          <Fact name={profile.location}>{user.location}</Fact>
        </dl>
      </Panel>
      <Panel solid title={profile.platforms}>
        <dl className="grid sm:grid-cols-3 gap-4">
          {PLATFORMS.map((platform) => {
            const href = user.platform_links[platform]
            return (
              <Fact key={platform} name={platformLinks[platform]}>
                {href ? (
                  <a href={href} target="_blank" rel="noopener noreferrer" className={textLinkClass}>
                    {href.replace(/^https:\/\/(www\.)?/, '')}
                  </a>
                ) : (
                  <button type="button" className={textLinkClass} onClick={() => onAddLink(platform)}>
                    {platformLinks.add}
                    <span className="sr-only"> {platformLinks[platform]}</span>
                  </button>
                )}
              </Fact>
            )
          })}
        </dl>
      </Panel>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 break-words">
        {children || <span className="text-ink-3">{profile.notSet}</span>}
      </dd>
    </div>
  )
}
