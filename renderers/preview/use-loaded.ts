import { useEffect, useState } from 'react'

/** What a file has been made into, null until it is; an error is thrown into the screen, for the boundary around. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, of: unknown): T | null {
  const [state, setState] = useState<{ readonly value: T } | { readonly error: unknown } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is loaded.
  useEffect(() => {
    const stop = new AbortController()
    const settle = (next: NonNullable<typeof state>) => {
      if (!stop.signal.aborted) setState(next)
    }
    load(stop.signal).then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error }),
    )
    return () => stop.abort()
  }, [of])
  if (state && 'error' in state) throw state.error
  return state?.value ?? null
}
