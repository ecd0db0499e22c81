import type { HeadlessHost } from '../host'
import type { Scope } from './expression'
import { isClosedName } from './value'

/** Names over a parent's: own properties only. A value that is `undefined` is looked for in the parent. */
export function scopeOf(names: Readonly<Record<string, unknown>>, parent?: Scope): Scope {
  return {
    get(name) {
      if (isClosedName(name)) return undefined
      const own = Object.hasOwn(names, name) ? names[name] : undefined
      return own === undefined ? parent?.get(name) : own
    },
  }
}

/**
 * What every expression sees beside the names of its document: `user`, `now` (ms) and `timeZone`, without which
 * functions of dates know neither the time nor where it is read.
 */
export function hostScope(host: Pick<HeadlessHost, 'user' | 'now' | 'timeZone'>): Scope {
  return {
    get(name) {
      if (name === 'user') return host.user
      if (name === 'now') return host.now()
      return name === 'timeZone' ? host.timeZone : undefined
    },
  }
}
