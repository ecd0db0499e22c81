import type { Branch, ElementNode, MarkNode, Node, Tree } from './tree'

/** Marks of a template; what is beyond them hides nothing. Each is looked for among its siblings, of which there may be many. */
const MARKS = 400

/**
 * Makes regions of the tree's pairs of marks: what stands between them, and whole elements where a mark is the first or the last that
 * is in them. What nothing is left of but a mark is taken out.
 * @returns the marks that are none of a pair, or that enclose no whole elements; they hide nothing
 */
export function placeRegions({ root, named }: Tree): readonly MarkNode[] {
  const marks = named.filter((node) => node.kind === 'mark')
  if (marks.length === 0) return []
  const open: MarkNode[] = []
  const unmatched: MarkNode[] = []
  for (const mark of marks.slice(0, MARKS)) {
    if (!mark.isEnd) {
      open.push(mark)
      continue
    }
    const begin = open.pop()
    if (begin && enclose(begin, mark)) {
      begin.partner = mark
      mark.partner = begin
    } else unmatched.push(...(begin ? [begin, mark] : [mark]))
  }
  dropEmptied(root)
  return [...unmatched, ...open, ...marks.slice(MARKS)]
}

/** A table keeps its shape: these stay, whatever is left of them. */
const KEPT = new Set(['', 'td', 'th', 'thead', 'tbody', 'tfoot', 'table', 'caption', 'colgroup'])

function enclose(begin: MarkNode, end: MarkNode): boolean {
  const around = ancestorsOf(begin)
  let branch = ancestorsOf(end).find((ancestor) => around.includes(ancestor))
  if (!branch) return false
  let from = childUnder(branch, begin)
  let to = childUnder(branch, end)
  if (!isEdge(begin, from, 'first') || !isEdge(end, to, 'last')) return false
  while (branch.parent && isWhole(branch, from, to)) {
    from = branch
    to = branch
    branch = branch.parent
  }
  if (begin.condition === null) return true
  if (from === to && from.kind === 'element' && from.name === 'tr') from.conditions.push(begin.condition)
  else wrap(branch, from, to, begin.condition)
  return true
}

/** From the nearest to the root. */
function ancestorsOf(mark: MarkNode): readonly Branch[] {
  const ancestors: Branch[] = []
  for (let branch: Branch | null = mark.parent; branch; branch = branch.parent) ancestors.push(branch)
  return ancestors
}

/** The child of a branch that a mark is in, or the mark itself. */
function childUnder(branch: Branch, mark: MarkNode): Node {
  const ancestors = ancestorsOf(mark)
  return ancestors[ancestors.indexOf(branch) - 1] ?? mark
}

/** Whether nothing that shows is before a mark, or after it, in a child that it is in. */
function isEdge(mark: MarkNode, child: Node, edge: 'first' | 'last'): boolean {
  let inner: Node = mark
  for (let branch: Branch | null = mark.parent; branch && inner !== child; branch = branch.parent) {
    const at = branch.children.indexOf(inner)
    const others = edge === 'first' ? branch.children.slice(0, at) : branch.children.slice(at + 1)
    if (!others.every(isBlank)) return false
    inner = branch
  }
  return true
}

/** Whether a branch that may vanish holds nothing that shows beside a row of its children. */
function isWhole(branch: Branch, from: Node, to: Node): boolean {
  if (branch.kind === 'element' && KEPT.has(branch.name)) return false
  const [first, last] = [branch.children.indexOf(from), branch.children.indexOf(to)]
  return branch.children.every((child, at) => (at >= first && at <= last) || isBlank(child))
}

function wrap(branch: Branch, from: Node, to: Node, condition: NonNullable<MarkNode['condition']>): void {
  const [first, last] = [branch.children.indexOf(from), branch.children.indexOf(to)]
  const children = branch.children.slice(first, last + 1)
  const region: Node = { kind: 'region', condition, children, parent: branch }
  for (const child of children) if (child.kind === 'element' || child.kind === 'region') child.parent = region
  branch.children.splice(first, children.length, region)
}

const BLANK = /^(?:\s|&nbsp;|<br\b[^>]*>)*$/i
/** A page break shows, though nothing is in it. */
const BREAK = /page-break/i

function isBlank(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return BLANK.test(node.raw)
    case 'place':
      return false
    case 'mark':
      return true
    case 'element':
      return !BREAK.test(node.open) && node.children.every(isBlank)
    case 'region':
      return node.children.every(isBlank)
  }
}

function dropEmptied(branch: Branch): void {
  branch.children = branch.children.filter((child) => {
    if (child.kind !== 'element' && child.kind !== 'region') return true
    if (child.kind === 'element' && isEmptied(child)) return false
    dropEmptied(child)
    return true
  })
}

/** Whether marks alone are in an element, and of no pair both. */
function isEmptied(element: ElementNode): boolean {
  if (KEPT.has(element.name) || !isBlank(element)) return false
  const marks = marksIn(element)
  return marks.length > 0 && marks.every(({ partner }) => !partner || !marks.includes(partner))
}

function marksIn(branch: Branch): readonly MarkNode[] {
  return branch.children.flatMap((child) => {
    if (child.kind === 'mark') return [child]
    return child.kind === 'element' || child.kind === 'region' ? marksIn(child) : []
  })
}
