import { asNumber, asRecord, parseJson } from '../json'

/** Sheets by their name; millimetres held upright (GB/T 148, the ISO sizes). */
export const PAPERS = {
  A3: { width: 297, height: 420 },
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  B4: { width: 250, height: 353 },
  B5: { width: 176, height: 250 },
} as const

export type PaperName = keyof typeof PAPERS

/** Numbers of the sheets on the wire; 6 is one of one's own size. */
const TYPES: Readonly<Record<PaperName | 'own', PageParam['type']>> = {
  ...{ A3: '1', A4: '2', A5: '3', B4: '4', B5: '5', own: '6' },
}
const LANDSCAPE = '横向'
const UPRIGHT = '纵向'

/** What stands in a margin box: at its left, in its middle, at its right; places as in a template, `{page}` and `{pages}` too. */
export interface MarginTexts {
  readonly left: string
  readonly center: string
  readonly right: string
}

/** The sheet that a template is made for. */
export interface Page {
  readonly paper: PaperName | 'own'
  /** Millimetres, held upright; of one's own sheet as they are given. */
  readonly width: number
  readonly height: number
  readonly isLandscape: boolean
  /** Millimetres. */
  readonly margins: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>
  readonly head: MarginTexts
  readonly foot: MarginTexts
  /** Words across every sheet; empty: none. Opacity from 0 to 1. */
  readonly watermark: { readonly text: string; readonly opacity: number }
  /** Every record is printed once for each of these names; none: once. */
  readonly copies: readonly string[]
}

/** A page as the wire and the database have it. */
export interface PageParam {
  readonly type: '1' | '2' | '3' | '4' | '5' | '6'
  readonly width: number
  readonly height: number
  readonly direction: typeof UPRIGHT | typeof LANDSCAPE
  readonly mt: number
  readonly mb: number
  readonly ml: number
  readonly mr: number
  readonly header?: Partial<MarginTexts>
  readonly footer?: Partial<MarginTexts>
  readonly watermark?: { readonly text: string; readonly opacity?: number }
  readonly copies?: string[]
}

/** Millimetres that a side of a sheet, and a margin, may have. */
export const SIDE_RANGE = { min: 30, max: 1200 } as const
export const MARGIN_RANGE = { min: 0, max: 100 } as const
export const OPACITY_RANGE = { min: 0.02, max: 0.5 } as const
export const MOST_COPIES = 5

const MARGIN = 15
const OPACITY = 0.08
const NOTHING: MarginTexts = { left: '', center: '', right: '' }

/** A4, upright, 15 mm on every side, bare margins. */
export const PLAIN_PAGE: Page = {
  paper: 'A4',
  ...PAPERS.A4,
  isLandscape: false,
  margins: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
  head: NOTHING,
  foot: NOTHING,
  watermark: { text: '', opacity: OPACITY },
  copies: [],
}

/**
 * A page of what the wire has, as an object or as JSON text; also of what templates had before (`paper`, `orientation`, `margin`).
 * What is missing or out of range is as on a plain page.
 */
export function readPageParam(value: unknown): Page {
  const source = asRecord(parseJson(value))
  const paper = paperOf(source)
  const size = paper === 'own' ? PAPERS.A4 : PAPERS[paper]
  const every = within(source['margin'], MARGIN_RANGE) ?? MARGIN
  const margin = (name: string) => within(source[name], MARGIN_RANGE) ?? every
  const watermark = asRecord(source['watermark'])
  const copies = Array.isArray(source['copies']) ? source['copies'] : []
  return {
    paper,
    width: within(source['width'], SIDE_RANGE) ?? size.width,
    height: within(source['height'], SIDE_RANGE) ?? size.height,
    isLandscape: source['direction'] === LANDSCAPE || source['orientation'] === 'landscape',
    margins: { top: margin('mt'), right: margin('mr'), bottom: margin('mb'), left: margin('ml') },
    head: textsOf(source['header']),
    foot: textsOf(source['footer']),
    watermark: {
      text: textOf(watermark['text']),
      opacity: within(watermark['opacity'], OPACITY_RANGE) ?? OPACITY,
    },
    copies: copies.map(textOf).filter(Boolean).slice(0, MOST_COPIES),
  }
}

export function writePageParam(page: Page): PageParam {
  const { paper, width, height, isLandscape, margins, head, foot, watermark, copies } = page
  return {
    ...{ type: TYPES[paper], width, height, direction: isLandscape ? LANDSCAPE : UPRIGHT },
    ...{ mt: margins.top, mb: margins.bottom, ml: margins.left, mr: margins.right },
    ...(hasText(head) && { header: head }),
    ...(hasText(foot) && { footer: foot }),
    ...(watermark.text !== '' && { watermark }),
    ...(copies.length > 0 && { copies: [...copies] }),
  }
}

/** Millimetres of the sheet as it is held. */
export function sheetOf({ width, height, isLandscape }: Page): {
  readonly width: number
  readonly height: number
} {
  return isLandscape ? { width: height, height: width } : { width, height }
}

function paperOf(source: Readonly<Record<string, unknown>>): Page['paper'] {
  const type = String(source['type'] ?? '')
  const [named] =
    Object.entries(TYPES).find(([name, number]) => number === type || name === source['paper']) ?? []
  return (named as Page['paper'] | undefined) ?? 'A4'
}

function within(
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  if (value === null || value === '') return undefined
  const number = asNumber(value)
  return number >= min && number <= max ? number : undefined
}

function textsOf(value: unknown): MarginTexts {
  const source = asRecord(value)
  return { left: textOf(source['left']), center: textOf(source['center']), right: textOf(source['right']) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function hasText({ left, center, right }: MarginTexts): boolean {
  return left !== '' || center !== '' || right !== ''
}
