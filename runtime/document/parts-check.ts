import type { Node } from 'jsonc-parser'
import { itemsOf, memberNode, membersOf, memberText } from './node'
import { below } from './positions'
import type { Report } from './report'

/** Behind `stop` no step is reached. */
export function checkOrder(steps: Node, pointer: string, report: Report): void {
  const items = itemsOf(steps)
  const at = items.findIndex((step) => memberNode(step, 'stop') && !memberNode(step, 'when'))
  const next = items[at + 1]
  if (at < 0 || !next) return
  report.add('neverReached', next, below(pointer, at + 1))
}

/** Rows are drawn by the columns of numbers that are named, each row by what names it; lines over time need neither. */
export function checkChart(node: Node, pointer: string, report: Report): void {
  const isOfRows = memberNode(node, 'rows') !== undefined || memberNode(node, 'y') !== undefined
  if (memberNode(node, 'option') || !isOfRows) return
  const needed = UNNAMED.includes(memberText(node, 'kind') ?? '') ? ['y'] : ['x', 'y']
  for (const key of needed)
    if (!memberNode(node, key))
      report.add('missingKey', node, pointer, { params: { key }, expected: EXAMPLES[key] ?? '' })
}

/** Kinds of chart that name no rows. */
const UNNAMED: readonly string[] = ['gauge']

const EXAMPLES: Readonly<Record<string, string>> = {
  x: '"x": "month"',
  y: '"y": [{ "path": "water", "label": … }]',
}

/** What state begins as stays as it is written: a place in it is never filled. */
export function checkState(page: Node, report: Report): void {
  const walk = (node: Node, pointer: string): void => {
    if (node.type === 'string' && String(node.value).includes('${'))
      report.add('stateTemplate', node, pointer, {
        params: { value: String(node.value) },
        expected: '"onOpen": { "set": … }',
        shift: report.rawOffset(node, String(node.value).indexOf('${')),
      })
    for (const [name, member] of membersOf(node)) walk(member, below(pointer, name))
    for (const [index, item] of itemsOf(node).entries()) walk(item, below(pointer, index))
  }
  for (const [name, value] of membersOf(memberNode(page, 'state'))) walk(value, below('/state', name))
}
