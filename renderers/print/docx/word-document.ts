import type { MarginTexts, Page } from '@runtime/print'
import {
  convertMillimetersToTwip,
  Document,
  Footer,
  Header,
  type IParagraphStyleOptions,
  type ISectionOptions,
  LineRuleType,
  PageNumber,
  PageOrientation,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
} from 'docx'
import { htmlToContent } from 'docx/html'
import { TextWatermark } from 'docx/watermarks'
import { PIXELS_PER_MM, POINTS_PER_MM } from '../units'
import type { WordSource } from './word-source'

const FONT = 'Microsoft YaHei'
/** Half points: 14 px, as on paper. */
const SIZE = 21
/** Of a heading to the text, as browsers have them: `h1` to `h6`. */
const HEADINGS = [2, 1.5, 1.17, 1, 0.83, 0.67] as const
/** Half points: 9 pt, as in the margins of paper. */
const MARGIN_SIZE = 18
/** 240ths of a line of its font. */
const LINE = 276

/** What paper has that no style of Word's says (`runtime/print/page.ts`). */
const STYLESHEET = [
  // Without a word about them Word has lines everywhere.
  'table, td, th { border: 0 none black }',
  'table { width: 100%; border-collapse: collapse }',
  'tr { height: 17px; break-inside: avoid }',
  'table[border] td, table[border] th { border: 1px solid black; padding: 4px 8px }',
  'p { margin-bottom: 14px }',
  'table + p { margin-top: 14px }',
  'td p, th p, li p { margin-bottom: 0 }',
].join('\n')

/** Records as a Word document: a section for each, with its own head and foot and with page numbers of its own. */
export function wordDocumentOf({ page, parts, watermark, pictures }: WordSource): Document {
  const { width, margins } = heldOf(page)
  const textWidth = width - margins.left - margins.right
  // Of one record every page counts; of several, those of the record alone.
  const total = parts.length > 1 ? PageNumber.TOTAL_PAGES_IN_SECTION : PageNumber.TOTAL_PAGES
  const line = (texts: MarginTexts) => marginLine(texts, textWidth, total)
  const options = {
    stylesheet: STYLESHEET,
    images: pictures,
    maxImageWidth: Math.floor(textWidth * PIXELS_PER_MM),
  }
  return new Document({
    styles: { default: defaultStyles() },
    sections: parts.map(
      ({ body, head, foot }): ISectionOptions => ({
        properties: { page: pageOf(page) },
        headers: {
          default: new Header({
            children: [...(watermark === '' ? [] : [markOf(watermark, page, textWidth)]), line(head)],
          }),
        },
        footers: { default: new Footer({ children: [line(foot)] }) },
        children: htmlToContent(body, options),
      }),
    ),
  })
}

function heldOf(page: Page): { readonly width: number; readonly margins: Page['margins'] } {
  return { width: page.isLandscape ? page.height : page.width, margins: page.margins }
}

function defaultStyles() {
  const heading = (scale: number): Partial<IParagraphStyleOptions> => ({
    run: { bold: true, color: '000000', size: Math.round(SIZE * scale) },
    paragraph: { spacing: { before: 160, after: 160 }, keepNext: true },
  })
  const [h1, h2, h3, h4, h5, h6] = HEADINGS
  return {
    document: {
      run: { font: { ascii: FONT, hAnsi: FONT, cs: FONT, eastAsia: FONT }, size: SIZE },
      paragraph: { spacing: { line: LINE, lineRule: LineRuleType.AUTO } },
    },
    ...{ heading1: heading(h1), heading2: heading(h2), heading3: heading(h3) },
    ...{ heading4: heading(h4), heading5: heading(h5), heading6: heading(h6) },
  }
}

function pageOf(page: Page) {
  const { top, right, bottom, left } = page.margins
  const twips = convertMillimetersToTwip
  // What stands in a margin stands in its middle.
  const middle = (margin: number) => twips(Math.max(0, margin / 2 - MARGIN_SIZE / 4 / POINTS_PER_MM))
  return {
    size: {
      // Held upright: Word turns it.
      width: twips(page.width),
      height: twips(page.height),
      orientation: page.isLandscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
    },
    margin: {
      ...{ top: twips(top), right: twips(right), bottom: twips(bottom), left: twips(left) },
      ...{ header: middle(top), footer: middle(bottom) },
    },
    pageNumbers: { start: 1 },
  }
}

type Total = typeof PageNumber.TOTAL_PAGES | typeof PageNumber.TOTAL_PAGES_IN_SECTION

const MARKS = /(\{pages?\}|\t)/

/** Texts of a margin at its left, in its middle and at its right; empty where there are none. */
function marginLine({ left, center, right }: MarginTexts, textWidth: number, total: Total): Paragraph {
  if (left === '' && center === '' && right === '') return new Paragraph({})
  const children = [left, center, right]
    .map((text) => text.replace(/\s+/g, ' '))
    .join('\t')
    .split(MARKS)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece === '{page}') return PageNumber.CURRENT
      if (piece === '{pages}') return total
      return piece === '\t' ? new Tab() : piece
    })
  const end = convertMillimetersToTwip(textWidth)
  return new Paragraph({
    tabStops: [
      { type: TabStopType.CENTER, position: Math.round(end / 2) },
      { type: TabStopType.RIGHT, position: end },
    ],
    children: [new TextRun({ size: MARGIN_SIZE, children })],
  })
}

/** Faint words across the sheet, as Word's own command for them makes. */
function markOf(text: string, page: Page, textWidth: number): Paragraph {
  return new Paragraph({
    children: [
      new TextWatermark({
        ...{ text, font: FONT, color: '000000', opacity: page.watermark.opacity },
        width: Math.round(textWidth * POINTS_PER_MM),
      }),
    ],
  })
}
