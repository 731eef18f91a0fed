// Edit mode of the profile. Saving passes the change to the page, which asks for the password; the server's messages
// about fields come back as `serverFields`.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { ProfileChange } from '@/entities/user/mutations'
import type { User } from '@/entities/user/user'
import { platformLinks, profile } from '@/shared/copy/identity/profile'
import { useUnsavedForm } from '@/shared/forms/use-unsaved-form'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Panel } from '@/shared/ui/panel'
import {
  formFieldOf,
  PLATFORMS,
  type ProfileValues,
  profileChange,
  profileSchema,
  profileValues,
} from './profile-schema'

type ProfileFormProps = {
  user: User
  /** The field that gets the focus first. */
  startAt: keyof ProfileValues
  saving: boolean
  serverFields: Readonly<Record<string, string>>
  onSave: (change: ProfileChange) => void
  onCancel: () => void
}

export function ProfileForm({ user, startAt, saving, serverFields, onSave, onCancel }: ProfileFormProps) {
  const form = useForm<ProfileValues>({
    resolver: valibotResolver(profileSchema),
    defaultValues: profileValues(user),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    criteriaMode: 'all',
  })
  const element = useRef<HTMLFormElement>(null)
  useUnsavedForm(element, () => profile.edit)
  const { errors, defaultValues } = form.formState
  const field = (name: keyof ProfileValues) => form.register(name, { onChange: () => form.clearErrors(name) })

  useEffect(() => form.setFocus(startAt), [form, startAt])

  useEffect(() => {
    let first = true
    for (const [name, message] of Object.entries(serverFields)) {
      const key = formFieldOf(name)
      if (key === null) continue
      form.setError(key, { message }, { shouldFocus: first })
      first = false
    }
  }, [form, serverFields])

  const submit = form.handleSubmit((values) =>
    onSave(profileChange({ ...profileValues(user), ...defaultValues }, values)),
  )

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-(--gap)">
      <Panel solid title={profile.about}>
        <div className="grid sm:grid-cols-2 gap-4">
          <Field label={profile.firstName} error={errors.firstName?.message}>
            <Input {...field('firstName')} autoComplete="given-name" />
          </Field>
          <Field label={profile.lastName} error={errors.lastName?.message}>
            <Input {...field('lastName')} autoComplete="family-name" />
          </Field>
          <Field label={profile.specialty} error={errors.specialty?.message}>
            <Input {...field('specialty')} />
          </Field>
          <Field label={profile.experience} error={errors.experience?.message}>
            <Input {...field('experience')} />
          </Field>
          <Field label={profile.bio} error={errors.bio?.message} className="sm:col-span-2">
            <Textarea {...field('bio')} />
          </Field>
        </div>
      </Panel>
      <Panel solid title={profile.contact}>
        <div className="grid sm:grid-cols-2 gap-4">
          <Field label={profile.email} error={errors.email?.message}>
            <Input {...field('email')} type="email" autoComplete="email" />
          </Field>
          <Field label={profile.phone} error={errors.phone?.message}>
            <Input {...field('phone')} type="tel" autoComplete="tel" />
          </Field>
          <Field label={profile.location} error={errors.location?.message}>
            <Input {...field('location')} autoComplete="address-level2" />
          </Field>
        </div>
      </Panel>
      <Panel solid title={profile.platforms}>
        <div className="grid gap-4">
          {PLATFORMS.map((platform) => (
            <Field
              key={platform}
              id={`platform-${platform}`}
              label={platformLinks[platform]}
              error={errors[platform]?.message}
            >
              <Input {...field(platform)} type="url" placeholder={platformLinks.placeholder[platform]} />
            </Field>
          ))}
        </div>
      </Panel>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel} disabled={saving}>
          {profile.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={saving} pendingLabel={profile.saving}>
          {profile.save}
        </Button>
      </div>
    </form>
  )
}
