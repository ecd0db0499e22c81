import { escapeHtml, type Page, PLAIN_PAGE, printDocument } from '@runtime/print'
import type { WholeTable } from './whole-table'

/** Tables are wide. */
export const SHEET: Page = {
  ...PLAIN_PAGE,
  isLandscape: true,
  margins: { top: 10, right: 10, bottom: 10, left: 10 },
  foot: { left: '', center: '', right: '{page} / {pages}' },
}

const STYLE = [
  'h1 { margin: 0 0 4px; font-size: 18px }',
  'p { margin: 0 0 8px; color: #444; font-size: 12px }',
  'table { font-size: 12px; overflow-wrap: anywhere }',
  'th { text-align: left; background: #f2f3f5; print-color-adjust: exact }',
  '.r { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal }',
  'tfoot { display: table-row-group; font-weight: 600 }',
].join('\n')

/** A table as a document to print: its title, what it was searched by, the head on every sheet, the totals at its end. */
export function paperOf(table: WholeTable, title: string, notes: readonly string[]): string {
  const { heads, rights, lines, foot } = table
  const cell = (tag: 'td' | 'th', text: string, index: number) =>
    `<${tag}${rights[index] ? ' class="r"' : ''}>${inLines(text)}</${tag}>`
  const body = lines.map(({ cells, isHeading }) =>
    isHeading
      ? `<tr><th colspan="${heads.length}">${inLines(cells[0]?.text ?? '')}</th></tr>`
      : `<tr>${cells.map(({ text }, index) => cell('td', text, index)).join('')}</tr>`,
  )
  const parts = [
    `<style>${STYLE}</style><h1>${escapeHtml(title)}</h1>`,
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    `<table border="1"><thead><tr>${heads.map((text, index) => cell('th', text, index)).join('')}</tr></thead>`,
    `<tbody>${body.join('')}</tbody>`,
    foot ? `<tfoot><tr>${foot.map(({ text }, index) => cell('td', text, index)).join('')}</tr></tfoot>` : '',
    '</table>',
  ]
  const { head, foot: numbers } = SHEET
  return printDocument({
    page: SHEET,
    title,
    watermark: '',
    parts: [{ body: parts.join(''), head, foot: numbers }],
  })
}

function inLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
