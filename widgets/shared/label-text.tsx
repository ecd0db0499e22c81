import type { ReactNode } from 'react'
import './label-text.css'

/** Signs of a bracket that stays on one line; a longer one says more than a unit, and breaks as other words do. */
const LONGEST = 14
const BRACKETED = new RegExp(`([（(][^（()）]{1,${LONGEST}}[)）])`)

/** A label whose brackets stay whole where it goes on in a second line: a unit is read in one piece. */
export function labelText(label: string): ReactNode {
  if (!label.includes('(') && !label.includes('（')) return label
  const parts = label.split(BRACKETED)
  if (parts.length === 1) return label
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order.
      <span key={index} className="loam-label-whole">
        {part}
      </span>
    ),
  )
}
