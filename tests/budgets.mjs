/**
 * Seconds that each suite may take on a quiet machine of two cores, beside what runs with it, and the longest file of each. Who
 * is over is told at the end of a run (`tests/run.mjs`), never failed for it: a machine may be busy.
 * @type {Readonly<Record<string, { readonly suite: number, readonly file?: number }>>}
 */
export const BUDGETS = {
  types: { suite: 45 },
  runtime: { suite: 5 },
  lint: { suite: 10 },
  build: { suite: 20 },
  check: { suite: 5 },
  unit: { suite: 90, file: 15 },
  browser: { suite: 540, file: 30 },
  api: { suite: 555, file: 30 },
  e2e: { suite: 440, file: 60 },
}

/**
 * What runs beside each other, one suite of a lane after the other: specs wait for devices, clocks and browsers half of their
 * time, and a machine has two cores. Journeys come last and alone: what a person would see is not judged on a busy machine.
 */
export const PHASES = [
  [
    ['unit', 'browser'],
    ['types', 'runtime', 'lint', 'build', 'check', 'api'],
  ],
  [['e2e']],
  [['long-unit', 'long-browser'], ['long-api']],
  [['long-e2e']],
]

/** Seconds of the gate as a whole: of each phase the longest lane. */
export const GATE = 18 * 60

/**
 * The suites and files that took longer than they may, as lines.
 * @param {string} suite @param {number} seconds @param {readonly { file: string, seconds: number }[]} files
 */
export function overBudget(suite, seconds, files) {
  const budget = BUDGETS[suite]
  if (!budget) return []
  const over = (what, took, most) => `${what}: ${took.toFixed(0)} s, budget ${most} s`
  return [
    ...(seconds > budget.suite ? [over(suite, seconds, budget.suite)] : []),
    ...files
      .filter((file) => file.seconds > (budget.file ?? Number.POSITIVE_INFINITY))
      .map((file) => over(`${suite}  ${file.file}`, file.seconds, budget.file)),
  ]
}
