// The producer profile: view and edit, the photo, and the two dialogs that ask for a password.
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useUser } from '@/entities/session/use-session'
import { settingsQuery } from '@/entities/settings/queries'
import { type ProfileChange, useUpdateProfile } from '@/entities/user/mutations'
import { specialtyOf, type User } from '@/entities/user/user'
import { AvatarEditor } from '@/features/avatar/avatar-editor'
import { ChangePasswordDialog } from '@/features/password/change-password-dialog'
import { ConfirmPasswordDialog } from '@/features/password/confirm-password-dialog'
import { ProfileForm } from '@/features/profile/profile-form'
import { PLATFORMS, type ProfileValues } from '@/features/profile/profile-schema'
import { ProfileView } from '@/features/profile/profile-view'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { emailConfirmation } from '@/shared/copy/identity/email-confirmation'
import { verifyPassword } from '@/shared/copy/identity/password'
import { profile } from '@/shared/copy/identity/profile'
import { screens } from '@/shared/copy/shell'
import { Button, buttonClass } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

const NO_FIELDS = {}

export function ProfilePage() {
  const user = useUser()
  return user === null ? null : <Profile user={user} />
}

function Profile({ user }: { user: User }) {
  const { editAt, edit, leave } = useEditMode()
  const [change, setChange] = useState<ProfileChange>({})
  const [asking, setAsking] = useState(false)
  const [changingPassword, setChangingPassword] = useState(false)
  const [serverFields, setServerFields] = useState<Readonly<Record<string, string>>>(NO_FIELDS)
  const update = useUpdateProfile()

  const { data: hasTwoFactor } = useQuery({ ...settingsQuery, select: (all) => all.two_factor_auth })
  const movesEmail = change.email !== undefined && change.email.toLowerCase() !== user.email.toLowerCase()
  const asksForCode = hasTwoFactor === true && movesEmail

  const save = async (currentPassword: string, twoFactorToken: string) => {
    const proof = asksForCode ? { currentPassword, twoFactorToken } : { currentPassword }
    const { user: saved } = await update.mutateAsync({ ...change, ...proof })
    leave()
    toast.success(profile.updated, TOASTS.success)
    if (movesEmail && saved.pending_email !== null) {
      toast.info(emailConfirmation.requested(saved.pending_email), TOASTS.other)
    }
  }

  const fail = (error: unknown) => {
    if (error instanceof ApiError) setServerFields(error.fields)
    toast.error(errorMessageOf(error, profile.failed) ?? profile.unexpected, TOASTS.other)
  }

  return (
    <>
      <PageHeader
        title={profile.title}
        actions={
          <>
            <Link to={PATHS.publicPage} className={buttonClass()}>
              {screens.publicPage}
            </Link>
            <Button onClick={() => setChangingPassword(true)}>{profile.changePassword}</Button>
            {editAt === null ? (
              <Button variant="primary" onClick={() => edit('firstName')}>
                {profile.edit}
              </Button>
            ) : null}
          </>
        }
      />
      <Panel solid>
        <AvatarEditor user={user}>
          <h2 className="text-28 tracking-tight break-words">{user.name}</h2>
          <p className="text-ink-2">{specialtyOf(user)}</p>
          <p className="mt-1 text-12 text-ink-3">{profile.memberSince(monthOf(user.created_at))}</p>
        </AvatarEditor>
      </Panel>
      {editAt === null ? (
        <ProfileView user={user} onAddLink={edit} />
      ) : (
        <ProfileForm
          user={user}
          startAt={editAt}
          saving={update.isPending}
          serverFields={serverFields}
          onCancel={leave}
          onSave={(next) => {
            setChange(next)
            setServerFields(NO_FIELDS)
            setAsking(true)
          }}
        />
      )}
      <ConfirmPasswordDialog
        open={asking}
        intro={asksForCode ? profile.emailIntro : verifyPassword.saveProfileIntro}
        codeLabel={asksForCode ? profile.code : undefined}
        onClose={() => setAsking(false)}
        onPassword={save}
        onFailure={fail}
      />
      <ChangePasswordDialog open={changingPassword} onClose={() => setChangingPassword(false)} />
    </>
  )
}

/**
 * The state of the edit mode and the field that it focuses first; a link such as /profile#platform-spotify opens it
 * too.
 */
function useEditMode() {
  const [editAt, setEditAt] = useState<keyof ProfileValues | null>(null)
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()

  useEffect(() => {
    const wanted = fieldOfHash(hash)
    if (wanted === null) return
    setEditAt(wanted)
    // Removes the anchor, so that a reload shows the profile and not the form.
    navigate({ to: PATHS.profile, replace: true })
  }, [hash, navigate])

  return { editAt, edit: setEditAt, leave: () => setEditAt(null) }
}

function fieldOfHash(hash: string): keyof ProfileValues | null {
  if (hash === 'edit') return 'firstName'
  return PLATFORMS.find((platform) => hash === `platform-${platform}`) ?? null
}

function monthOf(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { month: 'long', year: 'numeric' })
}
