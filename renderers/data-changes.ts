import { useEffect, useRef, useSyncExternalStore } from 'react'

/** How often each tag has changed. */
const versions = new Map<string, number>()
const listeners = new Set<() => void>()

/** Tells every open screen that what carries a tag has changed at the server, though nobody here has changed it. */
export function announceDataChange(tag: string): void {
  versions.set(tag, versionOf(tag) + 1)
  for (const listener of [...listeners]) listener()
}

const versionOf = (tag: string) => versions.get(tag) ?? 0

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another number with every change of what carries the tag. */
export function useDataChange(tag: string): number {
  return useSyncExternalStore(listen, () => versionOf(tag))
}

/** Reads again what carries a tag whenever it has changed; what changed while its place was hidden, once that is shown. */
export function useDataChanges(tags: readonly string[], read: (changed: readonly string[]) => void): void {
  const latest = useRef(read)
  latest.current = read
  const known = useRef<ReadonlyMap<string, number> | null>(null)
  const text = tags.join('\n')
  useEffect(() => {
    const watched = text === '' ? [] : text.split('\n')
    const look = () => {
      const before = known.current
      known.current = new Map(watched.map((tag) => [tag, versionOf(tag)]))
      const changed = watched.filter((tag) => before?.has(tag) && before.get(tag) !== versionOf(tag))
      if (changed.length > 0) latest.current(changed)
    }
    look()
    return listen(look)
  }, [text])
}
