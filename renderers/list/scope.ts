import { hostScope, type Scope, scopeOf } from '@runtime/expression'
import { createContext, useContext, useMemo } from 'react'
import { useHost } from '../host'
import type { Row } from './source'

/** Names of the page around a list, for the conditions of its buttons; a list alone knows the person and the time. */
export const ListScopeContext = createContext<Scope | null>(null)

export function useListScope(): Scope {
  const host = useHost()
  const around = useContext(ListScopeContext)
  return useMemo(() => around ?? hostScope(host), [around, host])
}

/** What the conditions of a row's buttons see. */
export function rowScope(row: Row, scope: Scope): Scope {
  return scopeOf({ row }, scope)
}
