import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { TableMap } from '@tiptap/pm/tables'
import { type Kept, styleOf, withAttribute, withStyle } from './kept'
import { mmOf, roomOf } from './length'
import { widthsOf } from './table-widths'

/** Meta of a transaction that brings a whole template: its widths are its own. */
export const WHOLE_TEMPLATE = 'wholeTemplate'
/** `prosemirror-history` marks its own transactions so: what they bring back is whole. */
const HISTORY = 'history$'

/**
 * Keeps true on paper what widths of columns say: a table whose columns all have one is as wide as they are together, and none
 * is wider than the sheet's own space.
 */
export function columnLimits(): Plugin {
  let room = () => 0
  return new Plugin({
    view: (view) => {
      room = () => roomOf(view.dom)
      return {}
    },
    appendTransaction: (transactions, before, { doc, tr }) => {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      if (transactions.some((one) => one.getMeta(HISTORY) || one.getMeta(WHOLE_TEMPLATE))) return null
      const known = new Set(tablesIn(before.doc).map(({ table }) => widthsOf(table).join()))
      for (const { at, table, isNested } of tablesIn(doc)) {
        const widths = widthsOf(table)
        if (known.has(widths.join())) continue
        const old = before.doc.content.size === doc.content.size ? before.doc.nodeAt(at) : null
        const was = old?.type === table.type ? widthsOf(old) : []
        setWidths(tr, at, table, isNested ? widths : limited(widths, was, room()))
      }
      return tr.docChanged ? tr : null
    },
  })
}

interface FoundTable {
  readonly at: number
  readonly table: Node
  readonly isNested: boolean
}

function tablesIn(doc: Node): readonly FoundTable[] {
  const found: FoundTable[] = []
  doc.descendants((table, at, parent) => {
    if (table.type.name === 'table') found.push({ at, table, isNested: parent !== doc })
  })
  return found
}

/** Widths that are together no more than the room: what has grown gives first. */
export function limited(widths: readonly number[], was: readonly number[], room: number): readonly number[] {
  const sum = (all: readonly number[]) => all.reduce((total, width) => total + width, 0)
  const over = sum(widths) - room
  if (room <= 0 || over <= 0) return widths
  const grown = widths.map((width, at) => (at < was.length ? Math.max(0, width - (was[at] ?? 0)) : 0))
  if (was.length === widths.length && sum(grown) >= over) {
    const share = over / sum(grown)
    return widths.map((width, at) => width - (grown[at] ?? 0) * share)
  }
  return widths.map((width) => width * (room / sum(widths)))
}

/** Sets the widths of a table's columns, in CSS pixels, 0 for none; positions in the document stay. */
export function setWidths(tr: Transaction, at: number, table: Node, widths: readonly number[]): void {
  const map = TableMap.get(table)
  table.forEach((row, rowAt) => {
    row.forEach((cell, cellAt) => {
      const within = rowAt + 1 + cellAt
      const { left, right } = map.findCell(within)
      const own = widths.slice(left, right)
      const isSet = own.some((width) => width > 0)
      const kept = cell.attrs['kept'] as Kept
      const bare = withAttribute(withStyle(kept, 'width', null), 'width', null)
      tr.setNodeMarkup(at + 1 + within, null, {
        ...cell.attrs,
        colwidth: isSet ? own : null,
        kept: isSet ? bare : kept,
      })
    })
  })
  const kept = table.attrs['kept'] as Kept
  const isWhole = widths.every((width) => width > 0)
  const isOurs = styleOf(kept, 'width').endsWith('mm')
  const width = isWhole ? `${mmOf(widths.reduce((sum, width) => sum + width, 0))}mm` : null
  if (width !== null || isOurs)
    tr.setNodeMarkup(at, null, { ...table.attrs, kept: withStyle(kept, 'width', width) })
}
