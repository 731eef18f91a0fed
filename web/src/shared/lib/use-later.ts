// A value that follows another one once it has been still for a moment: what is searched for while someone types.
import { useEffect, useState } from 'react'

export function useLater<Value>(value: Value, delayMs: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return later
}
