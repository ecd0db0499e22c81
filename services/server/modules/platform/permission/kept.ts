import { forEverybody } from '../../../database/call-scope'
import type { Authority } from './authority'

/**
 * What is found out once for an authority, by a key, and goes with it. Fit for what changes only as the epoch is raised, and is
 * read from the database of the process: whoever comes at a later epoch comes with another authority and asks anew. An authority
 * is one person's, also where it shares with others what it grants.
 */
export function keptWith<T>() {
  const kept = new WeakMap<Authority, Map<string, Promise<T>>>()
  return (authority: Authority, key: string, find: () => Promise<T>): Promise<T> => {
    const own = kept.get(authority) ?? new Map<string, Promise<T>>()
    kept.set(authority, own)
    const known = own.get(key)
    if (known) return known
    const found = forEverybody(find)
    own.set(key, found)
    // What could not be found out is asked again.
    found.catch(() => own.delete(key))
    return found
  }
}
