import { type Expression, hostScope, type Scope } from '@runtime/expression'
import type { FormStore } from '@runtime/form/store.types'
import { useCallback, useSyncExternalStore } from 'react'

const ALWAYS = () => true
const NOTHING = () => () => {}

/** Whether a container or a display node is to be seen; worked out again when something that its expression reads changes. */
export function useVisible(expression: Expression | undefined, store: FormStore): boolean {
  const listen = useCallback(
    (notify: () => void) => {
      const read = new Set(expression?.dependencies.map(topName))
      return store.onChange((paths) => {
        for (const path of paths) if (read.has(topName(path))) return notify()
      })
    },
    [expression, store],
  )
  const isVisible = useCallback(() => Boolean(expression?.evaluate(scopeOfStore(store))), [expression, store])
  return useSyncExternalStore(expression ? listen : NOTHING, expression ? isVisible : ALWAYS)
}

function scopeOfStore(store: FormStore): Scope {
  return {
    get(name) {
      if (store.plan.fields.has(name) || store.plan.groups.has(name)) return store.get(name)
      return name === 'form' ? store.collect() : hostScope(store.host).get(name)
    },
  }
}

/** The first name of a dotted path. */
export function topName(path: string): string {
  return path.split('.', 1)[0] ?? path
}
