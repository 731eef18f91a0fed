// A debounced value: follows another value once that has not changed for a moment.
import { useEffect, useState } from 'react'

export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return later
}
