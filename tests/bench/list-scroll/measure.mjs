// `npm run bench -- list-scroll [--rounds 5]`: 10,000 rows of 12 columns scrolled from end to end at 1440 px, by frame.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold, tellBudgets } from '../budget.mjs'

/** Frames in which it goes through all rows: 50 rows a frame, faster than anybody reads. */
const FRAMES = 200
/** Milliseconds of the main thread's own work a frame, at the mean; a second has room for sixty frames of 16.6. */
const BUDGET = { busy: 33, drawn: 60 }

/** @param {{ root: string, rounds: number }} run */
export async function bench({ root, rounds }) {
  const server = await serve(root)
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  const runs = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await once(browser, server.url))
      console.log(line(runs.at(-1)))
    }
  } finally {
    await browser.close()
    await server.close()
  }
  mkdirSync(`${root}/tests/.output`, { recursive: true })
  writeFileSync(`${root}/tests/.output/bench-list-scroll.json`, JSON.stringify(runs, null, 2))
  const middle = (key) =>
    quantile(
      runs.map((run) => run[key]),
      0.5,
    )
  hold('10,000 rows scrolled, work a frame', middle('busy'), { atMost: BUDGET.busy, unit: 'ms' })
  hold('10,000 rows scrolled, rows drawn at once', middle('drawn'), { atMost: BUDGET.drawn, unit: 'rows' })
  tellBudgets()
}

async function serve(root) {
  const outDir = `${root}/tests/.output/bench-list-scroll`
  await build({
    configFile: `${root}/vite.config.ts`,
    root: `${root}/tests/bench/list-scroll`,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: `${root}/tests/bench/list-scroll/page.html` },
    },
  })
  const server = await preview({
    configFile: false,
    root: `${root}/tests/bench/list-scroll`,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const url = `http://127.0.0.1:${server.httpServer.address().port}/page.html`
  return { url, close: () => server.close() }
}

async function once(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(url)
  await page.waitForSelector('[data-row="r5"]')
  // Time of the main thread itself: what other programs take of a shared machine is not in it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  const before = await busy()
  const { frames, drawn } = await page.evaluate(`benchScroll(${FRAMES})`)
  const work = ((await busy()) - before) * 1000
  await context.close()
  return { p50: quantile(frames, 0.5), p95: quantile(frames, 0.95), busy: work / FRAMES, drawn }
}

const quantile = (figures, part) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))]

function line({ p50, p95, busy, drawn }) {
  const ms = (figure) => `${figure.toFixed(1)} ms`
  return `frame ${ms(p50)}, p95 ${ms(p95)}   work a frame ${ms(busy)}   at most ${drawn} rows drawn`
}
