import type { GrantType } from '@services/contract/areas/platform/authority'
import type { Grant } from '../sets'
import type { GrantKind } from '../tables'

/** What the wire's tabs are in the table of grants. */
export const KIND_OF = {
  system: 'system',
  module: 'menu',
  button: 'button',
  column: 'column',
  form: 'form',
  resource: 'data',
} as const satisfies Record<GrantType, GrantKind>

const TYPE_OF = new Map<GrantKind, GrantType>(
  Object.entries(KIND_OF).map(([type, kind]) => [kind, type as GrantType]),
)
export const typeOf = (kind: GrantKind): GrantType => TYPE_OF.get(kind) ?? 'module'

/** A grant's id on the wire: a system's or an entry's own, else `entry/kind/code`, as in the list of permissions. */
export const wireId = ({ kind, menu_id, code }: Grant): string =>
  kind === 'system' || kind === 'menu' ? menu_id : `${menu_id}/${kind}/${code}`

/** By which grants are told apart. */
export const keyOf = ({ kind, menu_id, code }: Grant): string => `${kind} ${menu_id} ${code}`
