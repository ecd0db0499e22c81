import { escapeHtml } from './escape'

export const PAPERS = ['A3', 'A4', 'A5'] as const
export const ORIENTATIONS = ['portrait', 'landscape'] as const

/** The sheet that a template is made for. */
export interface PageSettings {
  readonly paper: (typeof PAPERS)[number]
  readonly orientation: (typeof ORIENTATIONS)[number]
  /** Millimetres on every side. */
  readonly margin: number
}

/** Width of the sheets in millimetres, upright; their height is √2 times that. */
const WIDTHS = { A3: 297, A4: 210, A5: 148 } as const
const HEIGHTS = { A3: 420, A4: 297, A5: 210 } as const

/** CSS width of a sheet. */
export function sheetWidth({ paper, orientation }: PageSettings): string {
  return `${(orientation === 'portrait' ? WIDTHS : HEIGHTS)[paper]}mm`
}

/** Pixels of a table's row on paper (`spec/administration.md §9`). */
const ROW_HEIGHT = 17

/** What is printed is ink on paper, whatever the colours of the screen. */
function styleOf(page: PageSettings): string {
  return [
    `@page { size: ${page.paper} ${page.orientation}; margin: ${page.margin}mm }`,
    'body { margin: 0; color: black; background: white; font: 14px/1.5 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif }',
    `@media screen { body { box-sizing: border-box; padding: ${page.margin}mm } }`,
    'table { width: 100%; border-collapse: collapse }',
    `tr { height: ${ROW_HEIGHT}px; break-inside: avoid }`,
    'thead { display: table-header-group }',
    'table[border] td, table[border] th { border: 1px solid black; padding: 4px 8px }',
    'img { max-width: 100% }',
  ].join('\n')
}

/** Whole documents of filled templates, one after another on sheets of their own. */
export function printDocument(bodies: readonly string[], page: PageSettings, title: string): string {
  const parts = bodies.map((body, at) => (at === 0 ? body : `<div style="break-before: page">${body}</div>`))
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${styleOf(page)}</style></head><body>${parts.join('')}</body></html>`
}
