// Answers the API client's requests for a proof of identity with a dialog, whose code is loaded with the first
// request.
import { Suspense, useEffect, useState } from 'react'
import { useUser } from '@/entities/session/use-session'
import { answerProofRequests } from '@/shared/api/proof'
import { lazy } from '@/shared/lib/lazy'

const ProofDialog = lazy(async () => ({
  default: (await import('@/features/session/proof-dialog')).ProofDialog,
}))

const PasskeyProof = lazy(async () => ({
  default: (await import('@/features/passkeys/passkey-proof')).PasskeyProof,
}))

type Asked = { answer: (isProved: boolean) => void }

export function ProofHost() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const user = useUser()

  useEffect(() => {
    let waiting: Asked | null = null
    const stop = answerProofRequests(
      () =>
        new Promise((resolve) => {
          waiting = { answer: resolve }
          setWasAsked(true)
          setAsked(waiting)
        }),
    )
    return () => {
      stop()
      // Unmounting the app answers an open question with "not proved".
      waiting?.answer(false)
    }
  }, [])

  if (!wasAsked) return null
  return (
    <Suspense>
      <ProofDialog
        open={asked !== null}
        others={(onProved) => (user ? <PasskeyProof accountId={user.id} onProved={onProved} /> : null)}
        onAnswer={(isProved) => {
          asked?.answer(isProved)
          setAsked(null)
        }}
      />
    </Suspense>
  )
}
