import { useCallback, useEffect, useState } from 'react'

/** Whole seconds until the end that was last set, 0 when it is over. Counted by the clock: a sleeping tab loses none. */
export function useCountdown(): readonly [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (end === 0) return undefined
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) setEnd(0)
    }, 250)
    return () => clearInterval(timer)
  }, [end])
  const start = useCallback((seconds: number) => {
    setNow(Date.now())
    setEnd(seconds > 0 ? Date.now() + seconds * 1000 : 0)
  }, [])
  return [Math.max(0, Math.ceil((end - now) / 1000)), start]
}
