import type { PeopleNode as Shape } from '@services/contract/areas/platform/people'
import type { Static } from 'typebox'

/** A node of the trees that people are chosen from, as the wire has it. */
export type PeopleNode = Omit<Static<typeof Shape>, 'children'> & { children: PeopleNode[] }
type NodeType = PeopleNode['type']

const ICONS: Readonly<Record<NodeType, string>> = {
  top: 'Home',
  company: 'Home',
  department: 'Branch',
  position: 'Idcard',
  role: 'Safe',
  global: 'Public',
  group: 'UserGroup',
  category: 'Folder',
  user: 'User',
}

/** Types of what stands in a tree to be opened, whatever is below it. */
const INNER: ReadonlySet<NodeType> = new Set(['top', 'company', 'department', 'global', 'category'])

/** A node from the members that matter to it. */
export function nodeOf(own: Pick<PeopleNode, 'id' | 'fullName' | 'type'> & Partial<PeopleNode>): PeopleNode {
  const { type, organizeIds = [], enabledMark = 1 } = own
  return {
    onlyId: own.id,
    parentId: '0',
    enCode: '',
    icon: ICONS[type],
    headIcon: '',
    organize: '',
    organizeIdTree: organizeIds.join(','),
    disabled: enabledMark === 0,
    hasChildren: false,
    isLeaf: !INNER.has(type),
    children: [],
    ...own,
    enabledMark,
    organizeIds,
  }
}

/** Nests nodes under those whose `onlyId` is their `parentId`, in their order; the others are roots. */
export function grow(nodes: readonly PeopleNode[]): PeopleNode[] {
  const grown = new Map(nodes.map((node) => [node.onlyId, { ...node, children: [] as PeopleNode[] }]))
  const roots: PeopleNode[] = []
  for (const node of grown.values()) {
    const parent = grown.get(node.parentId)
    ;(parent?.children ?? roots).push(node)
    if (parent) parent.hasChildren = true
  }
  for (const node of grown.values()) node.isLeaf = !node.hasChildren
  return roots
}

/** The same without inner nodes that lead to nothing. */
export function growPruned(nodes: readonly PeopleNode[]): PeopleNode[] {
  return prune(grow(nodes))
}

function prune(nodes: readonly PeopleNode[]): PeopleNode[] {
  return nodes.flatMap((node) => {
    if (!INNER.has(node.type)) return [node]
    const children = prune(node.children)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Nodes whose name or code holds what was typed. */
export function matching(nodes: readonly PeopleNode[], keyword: string | undefined): readonly PeopleNode[] {
  const word = keyword?.trim().toLowerCase()
  if (!word) return nodes
  return nodes.filter((node) => holds(node, word))
}

export function holds(row: { readonly fullName: string; readonly enCode: string }, word: string): boolean {
  return row.fullName.toLowerCase().includes(word) || row.enCode.toLowerCase().includes(word)
}
