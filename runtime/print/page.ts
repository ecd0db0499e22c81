import { escapeHtml } from './escape'
import { type MarginTexts, type Page, sheetOf } from './page-param'

/** One record (or one copy of it) as it goes to paper; it begins on a sheet of its own. */
export interface PrintedPart {
  /** Filled HTML. */
  readonly body: string
  /** Filled texts; `{page}` and `{pages}` in them are counted by the browser. */
  readonly head: MarginTexts
  readonly foot: MarginTexts
}

export interface PrintedDocument {
  readonly page: Page
  readonly title: string
  readonly parts: readonly PrintedPart[]
  /** Filled words across every sheet; empty: none. */
  readonly watermark: string
}

/** CSS width of a sheet. */
export function sheetWidth(page: Page): string {
  return `${sheetOf(page).width}mm`
}

/** Pixels of a table's row on paper (`spec/administration.md §9`). */
const ROW_HEIGHT = 17
const MARGIN_FONT = '9pt/1.3'
const FONTS = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'
const SIDES = ['left', 'center', 'right'] as const

/**
 * Records as one document of sheets, to be shown and printed from a frame without scripts. What is printed is ink on paper, whatever
 * the colours of the screen. Heads and feet stand in the page's margin boxes, for each part its own; the numbers of pages run over all
 * of them. On the screen each part is one sheet, as long as it is.
 */
export function printDocument({ page, title, parts, watermark }: PrintedDocument): string {
  const style = [baseOf(page), screenOf(page), ...parts.map((part, at) => marginsOf(part, at))].join('\n')
  const body = parts.map(({ body, head, foot }, at) =>
    [
      `<div class="part part-${at}">`,
      shownMargin('head', head),
      body,
      shownMargin('foot', foot),
      '</div>',
    ].join(''),
  )
  const mark = watermark === '' ? '' : `<div class="watermark" style="${watermarkOf(watermark, page)}"></div>`
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${mark}${body.join('')}</body></html>`
}

function baseOf(page: Page): string {
  const { width, height } = sheetOf(page)
  const { top, right, bottom, left } = page.margins
  return [
    `@page { size: ${width}mm ${height}mm; margin: ${top}mm ${right}mm ${bottom}mm ${left}mm }`,
    `body { margin: 0; color: black; font: 14px/1.5 ${FONTS} }`,
    'table { width: 100%; border-collapse: collapse }',
    `tr { height: ${ROW_HEIGHT}px; break-inside: avoid }`,
    'thead { display: table-header-group }',
    'table[border] td, table[border] th { border: 1px solid black; padding: 4px 8px }',
    'img { max-width: 100% }',
    '.part + .part { break-before: page }',
    '.watermark { position: fixed; inset: 0; z-index: 1; pointer-events: none; print-color-adjust: exact }',
    // A table's outer line stands half outside of it, where no ink goes.
    '@media print { .margin { display: none } .part { padding: 0 1px } }',
  ].join('\n')
}

function screenOf(page: Page): string {
  const { width, height } = sheetOf(page)
  const { top, right, bottom, left } = page.margins
  return [
    '@media screen {',
    `.part { position: relative; box-sizing: border-box; width: ${width}mm; min-height: ${height}mm; margin: 0 auto 16px; padding: ${top}mm ${right}mm ${bottom}mm ${left}mm; background: white; box-shadow: 0 1px 4px rgb(0 0 0 / 20%) }`,
    '.part:last-child { margin-bottom: 0 }',
    `.margin { position: absolute; left: ${left}mm; right: ${right}mm; display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; font: ${MARGIN_FONT} ${FONTS} }`,
    `.margin-head { top: 0; height: ${top}mm }`,
    `.margin-foot { bottom: 0; height: ${bottom}mm }`,
    '.margin > :last-child { text-align: right }',
    '}',
  ].join('\n')
}

function marginsOf({ head, foot }: PrintedPart, at: number): string {
  const boxes = (edge: 'top' | 'bottom', texts: MarginTexts) =>
    SIDES.filter((side) => texts[side] !== '').map(
      (side) => `@${edge}-${side} { content: ${contentOf(texts[side])}; font: ${MARGIN_FONT} ${FONTS} }`,
    )
  return [
    `.part-${at} { page: part-${at} }`,
    `@page part-${at} { ${[...boxes('top', head), ...boxes('bottom', foot)].join(' ')} }`,
  ].join('\n')
}

const COUNTERS = /(\{pages?\})/

/** A text as the `content` of a margin box. */
function contentOf(text: string): string {
  return text
    .split(COUNTERS)
    .filter((piece) => piece !== '')
    .map((piece) => (COUNTERS.test(piece) ? `counter(${piece.slice(1, -1)})` : `"${escapeCss(piece)}"`))
    .join(' ')
}

/** A text inside a quoted string of CSS inside a `style` element: whatever could end either is written by its number. */
function escapeCss(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)
}

/** The same on the screen, where nobody counts pages. */
function shownMargin(name: 'head' | 'foot', texts: MarginTexts): string {
  const shown = SIDES.map((side) => `<span>${escapeHtml(texts[side].replace(/\{pages?\}/g, '#'))}</span>`)
  return `<div class="margin margin-${name}" aria-hidden="true">${shown.join('')}</div>`
}

/** Words across the sheet, as a picture that repeats: it costs one element whatever the length of the document. */
function watermarkOf(text: string, { watermark: { opacity } }: Page): string {
  return escapeHtml(`background-image: ${watermarkImage(text, opacity)}`)
}

/** The CSS image of a watermark. */
export function watermarkImage(text: string, opacity: number): string {
  const size = 16
  const width = Math.max(180, [...text].length * size + 60)
  const height = 150
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<text x="${width / 2}" y="${height / 2}" text-anchor="middle" transform="rotate(-20 ${width / 2} ${height / 2})" `,
    `font-family="sans-serif" font-size="${size}" fill="black" fill-opacity="${opacity}">${escapeHtml(text)}</text></svg>`,
  ].join('')
  return `url("data:image/svg+xml,${encodeURIComponent(svg).replace(/'/g, '%27')}")`
}
