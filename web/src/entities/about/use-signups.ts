// Who may sign up, for the screens before the app, which have no query cache. Sign-up counts as open until the server
// has answered: a closed server refuses it anyway.
import { useEffect, useState } from 'react'
import { fetchAbout, type Signups } from './queries'

export function useSignups(): Signups {
  const [signups, setSignups] = useState<Signups>('on')
  useEffect(() => {
    const gone = new AbortController()
    fetchAbout(gone.signal).then(
      (about) => setSignups(about.signups),
      () => {},
    )
    return () => gone.abort()
  }, [])
  return signups
}
