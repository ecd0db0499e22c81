import { isRecord } from '@runtime/json'
import type { PickedNode, PickerNode } from '../source'

/** A node as the server gives it (`spec/widgets.md §3`, "Organization tree node", "User list item"). */
interface WireNode {
  readonly id: string
  readonly fullName: string
  readonly type: string
  readonly organize: string
  readonly organizeIds: readonly string[]
  readonly headIcon: string
  readonly hasChildren: boolean
  readonly children: readonly WireNode[]
  readonly enabledMark: number
  readonly disabled: boolean
  readonly onlyId: string
}

export interface NodeRules {
  /** Types that may be chosen. */
  readonly types: ReadonlySet<string>
  /** `id--type`, where things of several types are chosen together. */
  readonly mixed?: boolean
  /** An organisation is known by all that stands above it. */
  readonly fullNames?: boolean
  /** Branches are fetched when they are unfolded. */
  readonly lazy?: boolean
}

/** The nodes of an answer's `data.list`. */
export function nodesOf(data: unknown, rules: NodeRules): readonly PickerNode[] {
  const list = isRecord(data) ? data['list'] : data
  return Array.isArray(list) ? list.filter(isRecord).map((node) => nodeOf(node as never, rules)) : []
}

function nodeOf(wire: WireNode, rules: NodeRules): PickerNode {
  const { id, fullName, type, organize, headIcon, organizeIds } = wire
  const choosable = rules.types.has(type) && wire.enabledMark !== 0 && wire.disabled !== true
  const children = rules.lazy ? undefined : wire.children?.map((child) => nodeOf(child, rules))
  return {
    // What only stands above must not be taken for a choice of the same id.
    key: !choosable ? `${type}/${wire.onlyId || id}` : rules.mixed ? `${id}--${type}` : id,
    name: fullName,
    kind: type,
    ...placeOf(wire, rules),
    ...(headIcon ? { picture: headIcon } : {}),
    choosable,
    hasChildren: type !== 'user' && (rules.lazy ? wire.hasChildren : Boolean(children?.length)),
    ...(children ? { children } : {}),
    data: { id, type, organize, organizeIds, headIcon },
  }
}

/** Where it stands, for when it is seen outside of its tree. */
function placeOf(
  { type, organize }: WireNode,
  { fullNames }: NodeRules,
): Pick<PickerNode, 'fullName' | 'detail'> {
  if (!organize || type === 'company') return fullNames && organize ? { fullName: organize } : {}
  if (fullNames) return { fullName: organize }
  // A department's own name is the last of its path.
  const above = type === 'department' ? organize.split('/').slice(0, -1).join('/') : organize
  return above === '' ? {} : { detail: above }
}

/** The parent's own id, whatever it is chosen by. */
export function idOf(node: PickedNode): string {
  return String(node.data?.['id'] ?? node.key)
}

/** An organisation's value: its ids from the top down. */
export function pathOf({ key, data }: PickedNode): readonly string[] {
  const ids = data?.['organizeIds']
  return Array.isArray(ids) && ids.length > 0 ? ids.map(String) : [key]
}
