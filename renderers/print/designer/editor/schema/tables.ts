import { Node } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import { addRowAfter, columnResizing, goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { TableFrame } from '../table-frame'
import { columnLimits } from '../table-limits'
import { hiddenAttribute, keptAttribute } from './attributes'
import { zoomedDrag } from './zoomed-drag'

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({
    ...keptAttribute(),
    caption: hiddenAttribute(
      (element) => element.querySelector(':scope > caption')?.textContent ?? null,
      null,
    ),
    /** Widths of the columns as the template says them; empty: it does not. */
    columns: hiddenAttribute(columnsOf, []),
  }),
  // What stands in a table beside its rows is the table's own to say.
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption, colgroup', ignore: true }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
  addKeyboardShortcuts() {
    const run = (command: Command) => command(this.editor.state, this.editor.view.dispatch)
    return {
      // Behind the last cell there is another row.
      Tab: () => run(goToNextCell(1)) || (run(addRowAfter) && run(goToNextCell(1))),
      'Shift-Tab': () => run(goToNextCell(-1)),
    }
  },
  addProseMirrorPlugins: () => [
    zoomedDrag(),
    columnResizing({ View: TableFrame, cellMinWidth: 20, lastColumnResizable: true }),
    tableEditing(),
    columnLimits(),
  ],
})

function columnsOf(element: HTMLElement): readonly string[] {
  return [...element.querySelectorAll<HTMLElement>(':scope > colgroup > col')].map(
    (column) => widthOf(column.getAttribute('style') ?? '') || column.getAttribute('width') || '',
  )
}

function widthOf(style: string): string {
  return /(?:^|;)\s*width\s*:\s*([\d.]+(?:mm|cm|px|pt|%))\s*(?:;|$)/.exec(style)?.[1] ?? ''
}

/** Which part of its table a row stands in. */
export type Section = 'head' | 'body' | 'foot'

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({
    ...keptAttribute(),
    section: {
      default: 'body',
      keepOnSplit: false,
      parseHTML: (element): Section =>
        (({ thead: 'head', tfoot: 'foot' })[element.parentElement?.localName ?? ''] as Section) ??
        (element.dataset['section'] || 'body'),
      renderHTML: ({ section }) => ({ 'data-section': section }),
    },
    /** Rows that there are at least where it repeats; null: as many as there are lines. */
    fill: {
      default: null,
      parseHTML: (element) =>
        /^\d{1,2}$/.test(element.dataset['fill'] ?? '') ? Number(element.dataset['fill']) : null,
      renderHTML: ({ fill }) => (fill === null ? {} : { 'data-fill': String(fill) }),
    },
  }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const SPANS = ['colspan', 'rowspan']
const spanOf = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.max(1, Math.min(999, Number(element.getAttribute(name)) || 1)),
})

function cell(name: string, tag: 'td' | 'th') {
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      ...keptAttribute(SPANS),
      colspan: spanOf('colspan'),
      rowspan: spanOf('rowspan'),
      /** CSS pixels of the columns that it spans, 0 for one that has none; null: none of them has. */
      colwidth: hiddenAttribute(() => null, null),
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
}

export const TableCell = cell('tableCell', 'td')
export const TableHeader = cell('tableHeader', 'th')
