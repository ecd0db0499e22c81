// What `design/quality.md` allows: every figure with a budget is held against it, and a run in which one is missed has failed.

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const held = []

/**
 * Holds a figure against its budget and answers how the two stand to each other, for the line in which the figure is told.
 * @param {string} what @param {number} figure @param {{ atLeast?: number, atMost?: number, unit?: string }} budget
 */
export function hold(
  what,
  figure,
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY, unit = '' },
) {
  // A figure that is none keeps no budget.
  const isKept = figure >= atLeast && figure <= atMost
  const limit = Number.isFinite(atLeast) ? `≥ ${number.format(atLeast)}` : `≤ ${number.format(atMost)}`
  held.push({
    what,
    told: `${number.format(figure)} ${unit}`.trim(),
    budget: `${limit} ${unit}`.trim(),
    isKept,
  })
  return `budget ${limit}${isKept ? '' : ', MISSED'}`
}

/** Prints every budget with its figure; the process fails if one was missed. */
export function tellBudgets() {
  if (held.length === 0) return
  const width = Math.max(...held.map(({ what }) => what.length))
  console.log('\nbudgets')
  for (const { what, told, budget, isKept } of held)
    console.log(`  ${isKept ? 'kept  ' : 'MISSED'} ${what.padEnd(width)}  ${told} (budget ${budget})`)
  if (held.some(({ isKept }) => !isKept)) process.exitCode = 1
}
