const COLUMNS = [
  { title: 'compile ms', of: (rounds) => median(rounds.map(({ compile }) => compile)) },
  { title: 'first paint ms', of: (rounds) => median(rounds.map(({ mount }) => mount)), ratio: true },
  { title: 'whole form ms', of: (rounds) => median(rounds.map(({ whole }) => whole)), ratio: true },
  { title: 'CPU ms', of: (rounds) => median(rounds.map(({ busy }) => busy)), ratio: true },
  { title: 'key→paint ms', of: (rounds) => median(rounds.flatMap(({ paint }) => paint)), ratio: true },
  { title: 'script ms/key', of: (rounds) => median(rounds.flatMap(({ script }) => script)), ratio: true },
  {
    title: 'p95',
    of: (rounds) =>
      quantile(
        rounds.flatMap(({ script }) => script),
        0.95,
      ),
    ratio: true,
  },
  { title: 'heap MB', of: (rounds) => median(rounds.map(({ heap }) => heap)), ratio: true },
]

/** A line for each contender; in brackets how many times Loam's figure that is. */
export function report(title, byContender, gone) {
  console.log(`\n${title}`)
  console.log(
    `${''.padEnd(9)}${COLUMNS.map((column) => column.title.padStart(column.ratio ? 18 : 11)).join('')}`,
  )
  const own = byContender.loam && COLUMNS.map((column) => column.of(byContender.loam))
  for (const [name, rounds] of Object.entries(byContender)) {
    const cells = COLUMNS.map((column, index) => {
      const figure = column.of(rounds)
      const text = figure.toFixed(1)
      if (!column.ratio) return text.padStart(11)
      return `${text} (${own ? (figure / own[index]).toFixed(2) : '-'})`.padStart(18)
    })
    console.log(`${name.padEnd(9)}${cells.join('')}`)
  }
  for (const [name, reason] of gone) console.log(`${name.padEnd(9)} ${reason}`)
}

const ONCE = { 'compile ms': 'compile', 'first paint ms': 'mount', 'CPU ms': 'busy', 'heap MB': 'heap' }
const KEYS = {
  'a letter': 'typing',
  'arrow down, scrolling': 'down',
  'arrow right, scrolling': 'right',
  'Enter after a digit': 'numbers',
}

export function reportGrid(title, rounds, gone) {
  console.log(`\n${title}`)
  for (const [name, reason] of gone) console.log(`${name} ${reason}`)
  if (rounds.length === 0) return
  for (const [label, key] of Object.entries({ ...ONCE, 'paste 1,000 × 10, ms to paint': 'paste' }))
    console.log(
      `${label.padEnd(32)}${median(rounds.map((round) => round[key]))
        .toFixed(1)
        .padStart(8)}`,
    )
  for (const [label, key] of Object.entries(KEYS)) {
    const all = rounds.flatMap((round) => round[key])
    const figures = [median(all), quantile(all, 0.95)]
      .map((figure) => figure.toFixed(1).padStart(8))
      .join('  p95')
    console.log(`${`script ms: ${label}`.padEnd(32)}${figures}`)
  }
}

function median(values) {
  return quantile(values, 0.5)
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
