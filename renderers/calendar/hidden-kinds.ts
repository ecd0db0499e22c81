import { useCallback, useState } from 'react'

/**
 * The kinds that a person has switched off in a calendar, kept in this browser.
 *
 * @param place whose calendar it is, and which
 */
export function useHiddenKinds(
  place: string,
): readonly [hidden: ReadonlySet<string>, toggle: (kind: string) => void] {
  const key = `loam_calendar_hidden_${place}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => recalled(key))
  const toggle = useCallback(
    (kind: string) =>
      setHidden((before) => {
        const next = new Set(before)
        if (!next.delete(kind)) next.add(kind)
        remember(key, next)
        return next
      }),
    [key],
  )
  return [hidden, toggle]
}

function recalled(key: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((kind) => typeof kind === 'string') : [])
  } catch {
    return new Set()
  }
}

function remember(key: string, hidden: ReadonlySet<string>): void {
  try {
    if (hidden.size === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify([...hidden]))
  } catch {
    // A full or closed storage only costs the memory of it.
  }
}
