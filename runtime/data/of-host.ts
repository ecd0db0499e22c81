import type { Host } from '../host'
import { createDataCache } from './cache'
import type { DataCache } from './data'

const caches = new WeakMap<object, DataCache>()

/** The cache of a host: the product's, or one of its own for a host that has none (a preview, a test). */
export function dataOf(host: Pick<Host, 'call' | 'data'>): DataCache {
  if (host.data) return host.data
  const known = caches.get(host)
  if (known) return known
  const made = createDataCache({ call: (name, input, options) => host.call(name, input, options) })
  caches.set(host, made)
  return made
}
