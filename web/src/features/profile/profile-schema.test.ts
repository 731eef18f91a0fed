import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { joinName, splitName, type User } from '@/entities/user/user'
import { formFieldOf, profileChange, profileSchema, profileValues } from './profile-schema'

const user: User = {
  id: 'u1',
  name: 'Maya Adaeze Okafor',
  email: 'maya@northline.studio',
  email_confirmed: true,
  pending_email: null,
  role: 'Beat Maker',
  phone: null,
  location: 'Lagos',
  specialty: null,
  experience: null,
  bio: null,
  avatar: null,
  platform_links: { spotify: null, soundcloud: null, youtube: 'https://youtu.be/x' },
  created_at: '2026-01-01T00:00:00Z',
}

describe('a name', () => {
  it.each([
    ['Maya Adaeze Okafor', 'Maya', 'Adaeze Okafor'],
    ['Maya', 'Maya', ''],
    ['  Maya   Okafor ', 'Maya', 'Okafor'],
    ['', '', ''],
  ])('%j is split at the first space (PROF-01)', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })

  it('is put together again', () => {
    expect(joinName(' Maya ', ' Adaeze Okafor')).toBe('Maya Adaeze Okafor')
    expect(joinName('Maya', '')).toBe('Maya')
  })
})

describe('the profile form', () => {
  it('starts with the defaults of what is unset (PROF-01)', () => {
    const values = profileValues(user)
    expect(values).toMatchObject({
      firstName: 'Maya',
      lastName: 'Adaeze Okafor',
      specialty: 'Beat Maker',
      phone: '',
    })
    expect(values.bio).toMatch(/professional music producer/i)
    expect(profileValues({ ...user, role: '' }).specialty).toBe('Music Producer')
  })

  it('sends only what was changed, and an emptied field as empty (PROF-04)', () => {
    const before = profileValues(user)
    expect(profileChange(before, before)).toEqual({})
    expect(profileChange(before, { ...before, location: '', lastName: 'O.', youtube: '' })).toEqual({
      name: 'Maya O.',
      location: '',
      platform_links: { youtube: '' },
    })
  })

  it.each([
    [{ firstName: '' }, 'First name is required'],
    [{ firstName: 'M', lastName: '' }, 'Name must be at least 2 characters'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'maya' }, 'Please enter a valid email'],
    [{ spotify: 'http://open.spotify.com/a' }, 'Please enter a Spotify link that starts with https://'],
    [{ youtube: 'javascript:alert(1)' }, 'Please enter a YouTube link that starts with https://'],
  ])('refuses %j: %s (PROF-01, PROF-05)', (change, message) => {
    const result = safeParse(profileSchema, { ...profileValues(user), ...change })
    expect(result.issues?.[0]?.message).toBe(message)
  })

  it("finds the field for the server's complaint (PROF-02)", () => {
    expect(formFieldOf('name')).toBe('firstName')
    expect(formFieldOf('email')).toBe('email')
    expect(formFieldOf('platform_links.spotify')).toBe('spotify')
    expect(formFieldOf('youtube')).toBe('youtube')
    expect(formFieldOf('currentPassword')).toBeNull()
  })
})
