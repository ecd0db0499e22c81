import type { authorityCalls } from '@services/contract/areas/platform/authority'
import { GRANT_TYPES, type GrantType } from '@services/contract/areas/platform/authority'
import type { InputOf } from '@services/contract/call'
import type { Authority } from '../authority'
import type { Grant } from '../sets'
import { type Catalogue, givable } from './catalogue'
import { keyOf, typeOf, wireId } from './wire'

export type AuthorityInput = Omit<InputOf<(typeof authorityCalls)['authority.update']>, 'id'>

export interface GrantPlan {
  readonly gained: readonly Grant[]
  readonly lost: readonly Grant[]
}

const MEMBER_OF = {
  system: 'systemIds',
  module: 'module',
  button: 'button',
  column: 'column',
  form: 'form',
  resource: 'resource',
} as const satisfies Record<GrantType, keyof AuthorityInput>

/** What is granted, as the tabs would have it ticked. */
export function idsOf(grants: readonly Grant[]): AuthorityInput {
  const of = (type: GrantType) => grants.filter(({ kind }) => typeOf(kind) === type).map(wireId)
  return Object.fromEntries(GRANT_TYPES.map((type) => [MEMBER_OF[type], of(type)]))
}

/** What is ticked, beside what is granted; a tab that nothing is ticked in is left out. */
export function beside(stored: readonly Grant[], input: AuthorityInput): AuthorityInput {
  const granted = idsOf(stored)
  const both = (member: (typeof MEMBER_OF)[GrantType]) => {
    const ticked = input[member]
    return ticked ? [[member, [...(granted[member] ?? []), ...ticked]]] : []
  }
  return Object.fromEntries(GRANT_TYPES.flatMap((type) => both(MEMBER_OF[type])))
}

/** A tab without one of its ticks. */
export function without(ticked: AuthorityInput, type: GrantType, id: string): AuthorityInput {
  const member = MEMBER_OF[type]
  return { [member]: (ticked[member] ?? []).filter((one) => one !== id) }
}

/**
 * What saving changes. Ids that stand for nothing that is granted (directories, systems above entries) say nothing. What the
 * caller may not give and is granted stays; of a tab that is left out everything does. An entry needs its system, and a code
 * its entry: without them they are no more granted.
 */
export function planGrants(
  catalogue: Catalogue,
  own: Authority,
  stored: readonly Grant[],
  input: AuthorityInput,
): GrantPlan {
  const next = new Map(stored.map((grant) => [keyOf(grant), grant]))
  for (const type of GRANT_TYPES) {
    const ticked = input[MEMBER_OF[type]]
    if (!ticked) continue
    for (const grant of givable(catalogue, type, own)) next.delete(keyOf(grant))
    const wanted = new Set(ticked)
    for (const { kind, menu_id, code } of catalogue.of(type)) {
      const grant = { kind, menu_id, code }
      if (wanted.has(wireId(grant))) next.set(keyOf(grant), grant)
    }
  }
  const systemOf = new Map(catalogue.rows.map((row) => [row.id, row.system_id]))
  const has = (kind: Grant['kind'], menu_id: string) => next.has(keyOf({ kind, menu_id, code: '' }))
  for (const [key, { kind, menu_id }] of next) {
    const system = systemOf.get(menu_id)
    if (kind === 'menu' && system !== undefined && !has('system', system)) next.delete(key)
  }
  for (const [key, { kind, menu_id }] of next)
    if (kind !== 'system' && kind !== 'menu' && kind !== 'portal' && !has('menu', menu_id)) next.delete(key)
  const before = new Set(stored.map(keyOf))
  return {
    gained: [...next.values()].filter((grant) => !before.has(keyOf(grant))),
    lost: stored.filter((grant) => !next.has(keyOf(grant))),
  }
}
