import type { BrowserContext, Page } from '@playwright/test'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** One sheet as a reader of the PDF finds it. */
export interface PaperSheet {
  /** Millimetres. */
  readonly width: number
  readonly height: number
  /** What stands at one height, from the top to the bottom. */
  readonly lines: readonly string[]
  readonly pictures: number
  /** Whether something is painted over it again and again. */
  readonly hasWatermark: boolean
}

const MILLIMETRE = 72 / 25.4

/** What a print preview shows, on paper. */
export async function onPaper(page: Page): Promise<readonly PaperSheet[]> {
  const frame = page.locator('iframe.loam-print-sheets')
  return printed(page.context(), (await frame.getAttribute('srcdoc')) ?? '')
}

/** A document as the browser itself prints it into a PDF, read by pdf.js. */
export async function printed(context: BrowserContext, html: string): Promise<readonly PaperSheet[]> {
  const paper = await context.newPage()
  try {
    await paper.setContent(html, { waitUntil: 'load' })
    return await sheetsOf(await paper.pdf({ preferCSSPageSize: true }))
  } finally {
    await paper.close()
  }
}

async function sheetsOf(pdf: Uint8Array): Promise<readonly PaperSheet[]> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const sheets: PaperSheet[] = []
  for (let number = 1; number <= file.numPages; number++) {
    const sheet = await file.getPage(number)
    const [, , width = 0, height = 0] = sheet.view
    const { fnArray } = await sheet.getOperatorList()
    sheets.push({
      ...{ width: Math.round(width / MILLIMETRE), height: Math.round(height / MILLIMETRE) },
      lines: linesOf((await sheet.getTextContent()).items as readonly Piece[]),
      pictures: fnArray.filter((act) => act === OPS.paintImageXObject).length,
      hasWatermark: fnArray.includes(OPS.setFillColorN),
    })
  }
  await file.destroy()
  return sheets
}

interface Piece {
  readonly str: string
  readonly transform: readonly number[]
}

/** Pieces at one height are a line; what is at a bottom edge of another line by a point or two is not. */
function linesOf(pieces: readonly Piece[]): readonly string[] {
  const lines = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const height = Math.round(piece.transform[5] ?? 0)
    lines.set(height, [...(lines.get(height) ?? []), piece])
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, line]) =>
      plain(
        line
          .sort((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0))
          .map(({ str }) => str)
          .join(''),
      ),
    )
    .filter((line) => line !== '')
}

/** Fonts name some signs by their radicals. */
const SIGNS: Readonly<Record<string, string>> = { '⻚': '页', '⺠': '民', '⻔': '门', 戶: '户' }

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[⻚⺠⻔戶]/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim()
}
