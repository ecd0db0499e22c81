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
