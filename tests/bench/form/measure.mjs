import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { installPeers } from './peers.mjs'

const CONTENDERS = ['loam', 'rjsf', 'formily', 'amis']
/** A contender that has not drawn by then is noted as such: 1,000 sub-table rows take amis minutes. */
const PATIENCE = 60_000
const KEYS = 'abcdefghijklmnopqrst'
const SCENES = [
  { title: '50 fields', query: 'fields=50' },
  { title: '200 fields', query: 'fields=200' },
  { title: '1,000 fields, 200 rules', query: 'fields=1000' },
  { title: 'sub-table 1,000 × 10', query: 'rows=1000&columns=10' },
]

/** Mount, key to paint, script a key and heap of each contender, interleaved; medians over the rounds. */
export async function bench({ root, rounds, options }) {
  const sdk = installPeers(`${root}/tests/bench`)
  const outDir = `${root}/tests/.output/bench-form`
  await build({
    configFile: `${root}/vite.config.ts`,
    root: `${root}/tests/bench/form`,
    logLevel: 'warn',
    publicDir: false,
    build: { outDir, emptyOutDir: true, target: 'es2022', manifest: false },
  })
  cpSync(sdk, `${outDir}/amis`, { recursive: true })
  const server = await preview({
    configFile: false,
    root: outDir,
    build: { outDir },
    preview: { port: 4199 },
  })
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'],
  })
  const only = options.includes('--only') ? options[options.indexOf('--only') + 1]?.split(',') : undefined
  const contenders = CONTENDERS.filter((name) => !only || only.includes(name))
  const results = {}
  for (const scene of SCENES) {
    const gone = new Set()
    for (let round = 0; round < rounds; round++) {
      for (const contender of contenders) {
        if (gone.has(contender)) continue
        const figures = await measure(browser, `http://localhost:4199/?contender=${contender}&${scene.query}`)
        if (!figures) gone.add(contender)
        else ((results[scene.title] ??= {})[contender] ??= []).push(figures)
      }
    }
    report(scene.title, results[scene.title] ?? {}, gone)
  }
  await browser.close()
  await server.close()
  mkdirSync(`${root}/tests/.output`, { recursive: true })
  writeFileSync(`${root}/tests/.output/bench-form.json`, JSON.stringify(results, null, 2))
}

async function measure(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.waitForFunction('window.benchReady')
    const mount = await Promise.race([page.evaluate('benchMount()'), after(PATIENCE)])
    if (mount === null) return null
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('HeapProfiler.collectGarbage')
    const heap = (await metric(session, 'JSHeapUsedSize')) / 1024 / 1024
    await focusMiddle(page)
    await page.keyboard.type('z')
    await page.waitForTimeout(300)
    await page.evaluate('benchKeys()')
    const before = await metric(session, 'ScriptDuration')
    await page.keyboard.type(KEYS, { delay: 60 })
    await page.waitForTimeout(300)
    const script = ((await metric(session, 'ScriptDuration')) - before) * 1000
    const keys = await page.evaluate('benchKeys()')
    const typed = await page.evaluate('document.activeElement.value ?? ""')
    if (!typed.endsWith(KEYS)) throw new Error(`${url} lost keys: "${typed}"`)
    return { mount, paint: median(keys), script: script / KEYS.length, heap }
  } finally {
    await context.close()
  }
}

/** Puts the caret into a plain text field in the middle of the form, or into a first text cell of a grid. */
async function focusMiddle(page) {
  const cell = page.locator('[role=gridcell]').nth(1)
  if (await cell.count()) return cell.click()
  const inputs = page.locator(
    'input:not([readonly]):not([role=combobox]):not([role=spinbutton]):not([type=number]):not([type=date])',
  )
  await inputs.nth(Math.floor((await inputs.count()) * 0.502)).click()
}

async function metric(session, name) {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((entry) => entry.name === name)?.value ?? 0
}

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null))

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function report(title, byContender, gone) {
  console.log(`\n${title}`)
  console.log('contender   mount ms  (×)      key→paint ms  (×)    script ms/key  (×)    heap MB  (×)')
  const medians = Object.entries(byContender).map(([name, rounds]) => [
    name,
    Object.fromEntries(
      ['mount', 'paint', 'script', 'heap'].map((key) => [key, median(rounds.map((round) => round[key]))]),
    ),
  ])
  const own = Object.fromEntries(medians)['loam']
  for (const [name, figures] of medians) {
    const cells = ['mount', 'paint', 'script', 'heap'].map((key) => {
      const ratio = own ? (figures[key] / own[key]).toFixed(1) : '-'
      return `${figures[key].toFixed(1).padStart(9)} (${ratio.padStart(5)})`
    })
    console.log(`${name.padEnd(10)} ${cells.join('   ')}`)
  }
  for (const name of gone) console.log(`${name.padEnd(10)} not drawn in ${PATIENCE / 1000} s`)
}
