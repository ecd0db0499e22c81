// `npm run bench -- print [--rounds 5]`: orders of 40 lines in a template of the built product: the preview of one and of a hundred
// until every sheet stands with its codes drawn, the designer until it can be typed in, and what it loads.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright'
import { build } from '../../../services/server/bin/project.mjs'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { printedModel } from './model.mjs'

/** Milliseconds; KB of gzip. */
const BUDGET = { one: 400, batch: 2000, designer: 1200, chunk: 170 }
const RECORDS = 100
const PATIENCE = 60_000
const DESIGNER = 'renderers/print/designer/index.ts'

/** @param {{ root: string, rounds: number }} run */
export async function bench({ root, rounds }) {
  await build()
  const server = await startBenchServer(root, { adminPassword: 'Bench2026' })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  try {
    const { url } = server.server
    const { call, token } = await signIn(url)
    const printId = await printedModel(call, RECORDS)
    const runs = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await windowOf(browser, url, token)
      runs.push({
        one: await previewing(page, 1),
        batch: await previewing(page, RECORDS),
        designer: await designing(page, url, printId),
      })
      await page.context().close()
      console.log(`round ${round + 1}: ${JSON.stringify(runs.at(-1))}`)
    }
    const middle = (name) => median(runs.map((run) => run[name]))
    const told = (what, figure, atMost, unit) =>
      console.log(`${what}: ${figure.toFixed(0)} ${unit}, ${hold(what, figure, { atMost, unit })}`)
    told('preview of one record', middle('one'), BUDGET.one, 'ms')
    told(`preview of ${RECORDS} records of two sheets`, middle('batch'), BUDGET.batch, 'ms')
    told('designer ready', middle('designer'), BUDGET.designer, 'ms')
    told('designer’s own scripts', chunkOf(root), BUDGET.chunk, 'KB')
    tellBudgets()
  } finally {
    await browser.close()
    await server.close()
  }
}

async function windowOf(browser, url, token) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  await context.addInitScript((value) => localStorage.setItem('loam_token', value), token)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto('/model/printed')
  await page.getByRole('button', { name: '批量打印' }).waitFor()
  return page
}

/** From the press of the button until the last record's sheet stands in the frame. */
async function previewing(page, count) {
  await page.reload()
  const boxes = page.locator('.arco-checkbox')
  await boxes.nth(1).waitFor()
  // The first one takes all.
  await boxes.nth(count === 1 ? 1 : 0).click()
  await page.waitForTimeout(500)
  return page.evaluate(async (wanted) => {
    const button = [...document.querySelectorAll('button')].find((one) =>
      one.textContent.includes('批量打印'),
    )
    const begun = performance.now()
    button.click()
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const paper = document.querySelector('iframe.loam-print-sheets')?.contentDocument
      if (paper?.readyState === 'complete' && paper.querySelectorAll('.part').length === wanted)
        return performance.now() - begun
    }
  }, count)
}

async function designing(page, url, printId) {
  const begun = performance.now()
  await page.goto(`${url}/designPrint?id=${printId}`)
  await page.locator('.ProseMirror[contenteditable=true]').waitFor()
  return performance.now() - begun
}

/** What only the designer leads to, in KB of gzip, without what comes when it is used. */
function chunkOf(root) {
  const client = `${root}/dist/client`
  const manifest = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8'))
  const reached = (from, without) => {
    const seen = new Set()
    const go = (key, isLater) => {
      if (seen.has(key) || key === without) return
      seen.add(key)
      const { imports = [], dynamicImports = [] } = manifest[key]
      for (const next of imports) go(next, isLater)
      if (isLater) for (const next of dynamicImports) go(next, isLater)
    }
    go(from, without !== undefined)
    return seen
  }
  const elsewhere = reached('index.html', DESIGNER)
  return [...reached(DESIGNER)]
    .filter((key) => !elsewhere.has(key))
    .reduce(
      (sum, key) =>
        sum + gzipSync(readFileSync(`${client}/${manifest[key].file}`), { level: 9 }).length / 1024,
      0,
    )
}

const median = (figures) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)]
