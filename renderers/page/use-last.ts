import { useRef } from 'react'

/**
 * The last value that was there. A document that is broken for a moment, while somebody writes it, thus keeps its last
 * sound screen with all that was typed in it, under the list of its problems.
 */
export function useLast<T>(value: T | null): T | null {
  const last = useRef<T | null>(null)
  if (value !== null) last.current = value
  return last.current
}
