import type { FormPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'

/** Pixels at 14 px of a character of Chinese, and of a letter. */
const WIDE = 14
const NARROW = 7.6
/** The space behind a label and the star of one that is required. */
const BESIDE = 26
const LEAST = 72
/** A longer label goes on in a second line. */
const MOST = 168

/** Pixels of the labels of a form: as wide as the longest where the document leaves that open. */
export function labelWidthOf({ layout, fields }: FormPlan, host: Pick<Host, 'text'>): number {
  if (!layout.flow?.labels) return layout.labelWidth
  let widest = 0
  for (const { label, showLabel, table } of fields.values())
    if (showLabel && table === undefined) widest = Math.max(widest, widthOf(host.text(label)))
  return Math.ceil(Math.min(MOST, Math.max(LEAST, widest + BESIDE)))
}

function widthOf(text: string): number {
  let width = 0
  // Letters of Latin and its neighbours end before the radicals of Chinese.
  for (const sign of text) width += (sign.codePointAt(0) ?? 0) < 0x2e80 ? NARROW : WIDE
  return width
}
