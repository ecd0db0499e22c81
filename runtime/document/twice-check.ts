import type { Node } from 'jsonc-parser'
import { contentOf, eachMember, itemsOf, keysOf, memberNode, membersOf, memberText } from './node'
import { below } from './positions'
import type { Report } from './report'

/** Tells of names that two things of a page share, of which whoever names one would reach the other. */
export function reportTwiceInPage(root: Node, report: Report): void {
  const sources = new Names(report)
  for (const [name, source] of membersOf(memberNode(root, 'data'))) sources.take(name, source, '')
  reportFurtherNames(memberNode(root, 'data'), '/data', sources)
  const trees = new Names(report)
  const place = (node: Node | undefined, pointer: string) => {
    const forms = new Names(report)
    if (node) withinNodes(node, pointer, { forms, trees, report })
  }
  place(memberNode(root, 'body'), '/body')
  for (const [name, dialog] of membersOf(memberNode(root, 'dialogs'))) {
    const pointer = below('/dialogs', name)
    const data = memberNode(dialog, 'data')
    for (const key of keysOf(data)) sources.take(String(key.value), key, below(pointer, 'data'))
    reportFurtherNames(data, below(pointer, 'data'), sources)
    place(memberNode(dialog, 'body'), below(pointer, 'body'))
    reportSavedTwice(memberNode(dialog, 'submit'), below(pointer, 'submit'), report)
    reportUnloaded(dialog, pointer, report)
  }
}

/** What `also` calls further members of an answer stands beside the sources. */
function reportFurtherNames(data: Node | undefined, pointer: string, sources: Names): void {
  for (const [name, source] of membersOf(data))
    for (const key of keysOf(memberNode(source, 'also')))
      sources.take(String(key.value), key, below(below(pointer, name), 'also'))
}

/** Tells of buttons and columns of a list that are there twice. */
export function reportTwiceInList(list: Node, pointer: string, report: Report): void {
  for (const place of ['toolbar', 'row'] as const) {
    const names = new Names(report)
    for (const [index, button] of itemsOf(memberNode(list, place)).entries()) {
      const value = memberNode(button, 'value')
      if (value?.type === 'string')
        names.take(String(value.value), value, below(below(pointer, place), index), 'value')
    }
  }
  const columns = new Set<string>()
  for (const [index, column] of itemsOf(memberNode(list, 'columns')).entries()) {
    const path = memberNode(column, 'path')
    const known = JSON.stringify(['path', 'label', 'value'].map((word) => valueUnder(column, word)))
    if (path && columns.has(known))
      report.add('duplicateName', path, `${pointer}/columns/${index}/path`, { params: { name: path.value } })
    columns.add(known)
  }
}

interface Seen {
  readonly forms: Names
  readonly trees: Names
  readonly report: Report
}

/**
 * Forms and trees that have names of their own; those without are reached by nobody's name. Of two that are shown under
 * conditions one may stand in for the other.
 */
function withinNodes(node: Node, pointer: string, seen: Seen, isConditional = false): void {
  if (node.type === 'array')
    node.children?.forEach((item, index) => {
      withinNodes(item, below(pointer, index), seen, isConditional)
    })
  if (node.type !== 'object') return
  const kind = memberText(node, 'node')
  const name = memberNode(node, 'name')
  const isHere = !isConditional && !memberNode(node, 'visible')
  const names = kind === 'form' ? seen.forms : kind === 'tree' ? seen.trees : undefined
  if (isHere && name?.type === 'string') names?.take(String(name.value), name, pointer, 'name')
  if (kind === 'list') reportTwiceInList(node, pointer, seen.report)
  eachMember(node, (key, member) => {
    if (member.children) withinNodes(member, below(pointer, key), seen, !isHere)
  })
}

/** The first `save` closes the dialog: a second one, after it and without a condition, has nothing to save. */
function reportSavedTwice(submit: Node | undefined, pointer: string, report: Report): void {
  const steps = submit?.type === 'array' ? itemsOf(submit) : []
  const saving = [...steps.entries()].filter(
    ([, step]) => memberNode(step, 'save') && !memberNode(step, 'when'),
  )
  const second = saving[1]
  const save = second && memberNode(second[1], 'save')
  if (save) report.add('savesTwice', save, below(below(pointer, second[0]), 'save'))
}

/** A record is loaded into a form. */
function reportUnloaded(dialog: Node, pointer: string, report: Report): void {
  if (memberNode(dialog, 'form')) return
  for (const word of ['load', 'record'] as const) {
    const written = memberNode(dialog, word)
    if (written)
      report.add('loadsNothing', written, below(pointer, word), { params: { word }, expected: 'form | data' })
  }
}

function valueUnder(node: Node, key: string): unknown {
  const member = memberNode(node, key)
  return member && contentOf(member)
}

/** Names, each of which one thing has. */
class Names {
  private readonly report: Report
  private readonly taken = new Set<string>()

  constructor(report: Report) {
    this.report = report
  }

  /** @param key under which the name stands; absent: it is the key itself */
  take(name: string, node: Node, pointer: string, key = name): void {
    if (this.taken.has(name))
      this.report.add('duplicateName', node, below(pointer, key), { params: { name } })
    this.taken.add(name)
  }
}
