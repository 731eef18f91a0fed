// Who may sign up, for the screens before the app, where no answers are cached. Open until the server says otherwise: a
// server that cannot be asked refuses by itself.
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
