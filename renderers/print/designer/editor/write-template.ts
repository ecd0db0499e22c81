import { escapeHtml } from '@runtime/print'
import type { Mark, Node } from '@tiptap/pm/model'
import type { Kept } from './kept'
import { writtenWidths } from './table-widths'

const PAGE_BREAK = '<div style="page-break-after: always"></div>'

/** A document of the editor as a template (`runtime/print/template.ts`). */
export function writeTemplate(doc: Node): string {
  return isUntouched(doc) ? '' : blocksOf(doc)
}

/** The one line that an editor of nothing begins with. */
function isUntouched({ childCount, firstChild }: Node): boolean {
  if (childCount !== 1 || firstChild?.type.name !== 'paragraph' || firstChild.childCount > 0) return false
  const { bare, hollow } = firstChild.attrs
  return bare === null && !hollow && Object.keys(keptIn(firstChild)).length === 0
}

function element(tag: string, attributes: Kept, inner: string): string {
  return `${opened(tag, attributes)}${inner}</${tag}>`
}

function opened(tag: string, attributes: Kept): string {
  const words = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<${tag}${words.join('')}>`
}

const keptIn = ({ attrs }: Node | Mark) => (attrs['kept'] ?? {}) as Kept

/** Paragraphs that have no element of their own follow each other in lines. */
function blocksOf(parent: Node): string {
  const blocks: Node[] = []
  parent.forEach((child) => {
    blocks.push(child)
  })
  return blocks
    .map((block, at) => {
      if (!isBare(block, parent)) return written(block)
      const [before, after] = [blocks[at - 1], blocks[at + 1]]
      const isLast = after === undefined || !isBare(after, parent)
      // A line's end with nothing behind it prints no line.
      const inner = block.childCount === 0 && isLast && blocks.length > 1 ? '<br>' : inlineOf(block)
      return before !== undefined && isBare(before, parent) ? `<br>${inner}` : inner
    })
    .join('')
}

function isBare(block: Node, parent: Node): boolean {
  if (block.type.name !== 'paragraph' || Object.keys(keptIn(block)).length > 0) return false
  return block.attrs['bare'] ?? /^(tableCell|tableHeader|listItem)$/.test(parent.type.name)
}

function written(block: Node): string {
  const kept = keptIn(block)
  switch (block.type.name) {
    case 'paragraph':
      return element('p', kept, textOf(block))
    case 'heading':
      return element(`h${block.attrs['level']}`, kept, textOf(block))
    case 'preformatted':
      return element(
        'pre',
        kept,
        block.textContent.startsWith('\n') ? `\n${inlineOf(block)}` : inlineOf(block),
      )
    case 'blockquote':
      return element('blockquote', kept, blocksOf(block))
    case 'box':
      return element('div', kept, blocksOf(block))
    case 'bulletList':
      return element('ul', kept, blocksOf(block))
    case 'orderedList':
      return element('ol', kept, blocksOf(block))
    case 'listItem':
      return element('li', kept, blocksOf(block))
    case 'horizontalRule':
      return opened('hr', kept)
    case 'pageBreak':
      return PAGE_BREAK
    case 'table':
      return tableOf(block)
    default:
      return ''
  }
}

/** An empty line is printed as one, unless the template said that it is none. */
function textOf(block: Node): string {
  return block.childCount === 0 && !block.attrs['hollow'] ? '<br>' : inlineOf(block)
}

const PARTS = { head: 'thead', body: 'tbody', foot: 'tfoot' } as const

function tableOf(table: Node): string {
  const rows: Node[] = []
  table.forEach((row) => {
    rows.push(row)
  })
  const isBody = (row: Node, edge: string) => row.attrs['section'] !== edge
  const firstBody = rows.findIndex((row) => isBody(row, 'head'))
  const heads = firstBody < 0 ? rows.length : firstBody
  const lastBody = rows.findLastIndex((row) => isBody(row, 'foot')) + 1
  const feet = Math.max(lastBody, heads)
  const part = (tag: string, within: readonly Node[]) =>
    within.length === 0 ? '' : element(tag, {}, within.map(rowOf).join(''))
  const caption = table.attrs['caption'] as string | null
  return element(
    'table',
    keptIn(table),
    [
      caption === null ? '' : element('caption', {}, escapeText(caption)),
      columnsOf(table),
      part(PARTS.head, rows.slice(0, heads)),
      part(PARTS.body, rows.slice(heads, feet)),
      part(PARTS.foot, rows.slice(feet)),
    ].join(''),
  )
}

function columnsOf(table: Node): string {
  const widths = writtenWidths(table)
  if (widths.every((width) => width === '')) return ''
  const columns = widths.map((width) => opened('col', width === '' ? {} : { style: `width: ${width}` }))
  return element('colgroup', {}, columns.join(''))
}

function rowOf(row: Node): string {
  const fill = row.attrs['fill'] as number | null
  const cells: string[] = []
  row.forEach((cell) => {
    cells.push(cellOf(cell))
  })
  return element(
    'tr',
    { ...keptIn(row), ...(fill !== null && { 'data-fill': String(fill) }) },
    cells.join(''),
  )
}

function cellOf(cell: Node): string {
  const { colspan, rowspan } = cell.attrs
  const spans = {
    ...(colspan > 1 && { colspan: String(colspan) }),
    ...(rowspan > 1 && { rowspan: String(rowspan) }),
  }
  const tag = cell.type.name === 'tableHeader' ? 'th' : 'td'
  return element(tag, { ...spans, ...keptIn(cell) }, blocksOf(cell))
}

const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
  link: 'a',
  span: 'span',
}

const tagOf = (mark: Mark) => MARK_TAGS[mark.type.name] ?? 'span'

function inlineOf(block: Node): string {
  let html = ''
  let open: readonly Mark[] = []
  const isExact = block.type.name === 'preformatted'
  const turnTo = (marks: readonly Mark[]) => {
    let same = 0
    while (same < open.length && same < marks.length && open[same]?.eq(marks[same] as Mark)) same++
    for (const mark of open.slice(same).reverse()) html += `</${tagOf(mark)}>`
    for (const mark of marks.slice(same)) {
      const href = mark.attrs['href'] as string | undefined
      html += opened(tagOf(mark), href === undefined ? keptIn(mark) : { href })
    }
    open = marks
  }
  block.forEach((node) => {
    turnTo(node.marks)
    html += leafOf(node, isExact)
  })
  turnTo([])
  return html
}

function leafOf(node: Node, isExact: boolean): string {
  switch (node.type.name) {
    case 'text':
      return escapeText(isExact ? (node.text ?? '') : spaced(node.text ?? ''))
    case 'place':
      return escapeText(`{${node.attrs['expression']}}`)
    case 'hardBreak':
      return '<br>'
    case 'picture':
      return opened('img', { src: node.attrs['src'], ...keptIn(node) })
    default:
      return ''
  }
}

/** Blanks beside each other would be printed as one. */
function spaced(text: string): string {
  return text.replace(/ (?= )/g, '\u00a0')
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
