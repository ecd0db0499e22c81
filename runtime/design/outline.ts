import {
  FORM_SLOT,
  identitiesIn,
  identityOf,
  isSame,
  NODE_SLOT,
  type Node,
} from '../form/formdata/identities'
import { partOf } from '../form/formdata/panes'
import { asRecord, isRecord } from '../json'
import type { Text } from '../text'
import type { WidgetCatalogue } from '../widget/definition'
import type { Address, Path } from './address'
import { definitionOf, nameOf } from './dialect'
import type { ModelTree } from './document'

/** A node of the form as a line of the outline. */
export interface OutlineNode {
  /** Its own in this state of the form; the same in the next where the node has an identity. */
  readonly key: string
  readonly address: Address
  readonly path: Path
  /** From 1. */
  readonly level: number
  /** Key of the node around it. */
  readonly parent: string | undefined
  /** From 1, among its neighbours. */
  readonly position: number
  readonly size: number
  readonly isParent: boolean
  /** What the form calls it; empty where it has no words for it. */
  readonly label: string
  /** Where its label stands in the node; undefined for what has none. */
  readonly labelAt: readonly string[] | undefined
  /** What it is: the title of its widget, or of the part of one. */
  readonly title: Text
  readonly icon: string
  readonly name: string
  readonly isRequired: boolean
  readonly isHidden: boolean
}

/** What widgets show that have no label beside them. */
const LABELS: Readonly<Record<string, string>> = {
  card: 'header',
  'group-title': 'content',
  divider: 'content',
  text: 'content',
  link: 'content',
  alert: 'title',
  button: 'buttonText',
}

const LABEL = ['__config__', 'label'] as const

const ICONS: Readonly<Record<string, string>> = {
  pane: 'Copy',
  'grid-row': 'Minus',
  'grid-cell': 'Apps',
}

const known = new WeakMap<object, readonly OutlineNode[]>()

/** Every node of a form, in drawing order: worked out once for each state of it. */
export function outlineOf(tree: ModelTree, catalogue: WidgetCatalogue): readonly OutlineNode[] {
  const { formData } = tree
  if (!isRecord(formData)) return []
  const before = known.get(formData)
  if (before) return before
  const nodes: OutlineNode[] = []
  const identities = identitiesIn(formData)
  /** As `addressOf` has it, without going the whole way down for each. */
  const addressAt = (node: Node, path: Path, parent: OutlineNode | undefined): Address => {
    const identity = identityOf(node)
    const own = identity === undefined ? undefined : identities.get(identity)
    if (identity !== undefined && own?.length === path.length - 1 && isSame(own, path.slice(1)))
      return { part: 'formData', node: identity, path: [] }
    if (!parent) return { part: 'formData', path: path.slice(1) }
    return { ...parent.address, path: [...parent.address.path, ...path.slice(parent.path.length)] }
  }
  const walk = (list: unknown, place: Path, parent: OutlineNode | undefined, within: string | undefined) => {
    const items = (Array.isArray(list) ? list : []).flatMap((node: unknown, index) =>
      isRecord(node) && !isSwallowed(node) ? [{ node, path: [...place, index] }] : [],
    )
    for (const [index, { node, path }] of items.entries()) {
      const part = partOf(node, within)
      const definition = part ? undefined : definitionOf(node, catalogue)
      const own = part === 'pane' ? 'title' : LABELS[definition?.key ?? '']
      const children = asRecord(node['__config__'])['children']
      const address = addressAt(node, path, parent)
      const line: OutlineNode = {
        key: keyOf(address),
        address,
        path,
        level: (parent?.level ?? 0) + 1,
        parent: parent?.key,
        position: index + 1,
        size: items.length,
        isParent: Array.isArray(children) && children.some(isRecord),
        label: labelIn(node, own),
        labelAt: part && part !== 'pane' ? undefined : own === undefined ? LABEL : [own],
        title: part ? `@outline.${part}` : (definition?.title ?? '@outline.unknown'),
        icon: part ? (ICONS[part] ?? '') : (definition?.icon ?? ''),
        name: nameOf(node),
        isRequired: asRecord(node['__config__'])['required'] === true,
        isHidden: asRecord(node['__config__'])['noShow'] === true,
      }
      nodes.push(line)
      walk(children, [...path, ...NODE_SLOT], line, part ?? definition?.key)
    }
  }
  walk(formData['fields'], ['formData', ...FORM_SLOT], undefined, undefined)
  known.set(formData, nodes)
  return nodes
}

/** The key of the line of a node at this address. */
export function keyOf({ node = '', path }: Address): string {
  return `${node}/${path.join('/')}`
}

/** The node at a path, or the nearest one around it. */
export function nearestNode(nodes: readonly OutlineNode[], path: Path): OutlineNode | undefined {
  return nodes.findLast(
    (node) => node.path.length <= path.length && isSame(path.slice(0, node.path.length), node.path),
  )
}

/** The lines in view: without what stands in a closed node; with `isFound` the nodes that are looked for and those around them. */
export function linesOf(
  nodes: readonly OutlineNode[],
  closed: ReadonlySet<string>,
  isFound?: (node: OutlineNode) => boolean,
): readonly OutlineNode[] {
  if (isFound) {
    const shown = new Set<string>()
    for (const node of nodes.toReversed()) {
      if (!shown.has(node.key) && !isFound(node)) continue
      shown.add(node.key)
      if (node.parent !== undefined) shown.add(node.parent)
    }
    return nodes.filter(({ key }) => shown.has(key))
  }
  const hidden = new Set<string>()
  return nodes.filter(({ key, parent }) => {
    const isHidden = parent !== undefined && hidden.has(parent)
    if (isHidden || closed.has(key)) hidden.add(key)
    return !isHidden
  })
}

/** A node's label, in the member that it shows, else in the one beside it. */
function labelIn(node: Node, own: string | undefined): string {
  const given = (own !== undefined && node[own]) || asRecord(node['__config__'])['label']
  return typeof given === 'string' ? given.trim() : ''
}

/** A cell that a merge has swallowed is not drawn. */
function isSwallowed(node: Node): boolean {
  return node['merged'] === true || asRecord(node['__config__'])['merged'] === true
}
