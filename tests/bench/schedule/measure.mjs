// `npm run bench -- schedule [--rounds 5]`: a month of 500 occurrences out of a person's 2,000 series, in four mixes over HTTP; the
// dates of everything else beside it; and the calendar of the built product from the press of its menu entry on.
import { chromium } from 'playwright'
import { build } from '../../../services/server/bin/project.mjs'
import { CHROMIUM_FLAGS, chromiumPath } from '../../chromium.mjs'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { fill, MIXES, SHOWN, weeksOf } from './model.mjs'

/** Milliseconds. */
const BUDGET = { month: 100, dates: 100, cells: 500, entries: 750 }
const ASKED = 60
const PATIENCE = 60_000

/** @param {{ root: string, rounds: number }} run */
export async function bench({ root, rounds }) {
  await build()
  const server = await startBenchServer(root, { adminPassword: 'Bench2026' })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS] })
  try {
    const { url } = server.server
    const { token } = await signIn(url)
    const now = Date.now()
    const { from, to } = weeksOf(now)
    const { rows } = await server.sql.query(`select id from user_account where account = 'admin'`)
    for (const mix of Object.keys(MIXES)) {
      await fill(server, mix, rows[0].id, now)
      const { p50, p95, count } = await asking(
        `${url}/api/system/Schedule?startTime=${from}&endTime=${to}`,
        token,
      )
      const what = `a month ${mix}`
      console.log(
        `${what}: ${count} occurrences, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${hold(what, p95, { atMost: BUDGET.month, unit: 'ms' })}`,
      )
      if (Math.abs(count - SHOWN) > SHOWN / 5) throw new Error(`${mix}: ${count} occurrences`)
    }
    const dates = await asking(`${url}/api/system/Schedule/Dates?startTime=${from}&endTime=${to}`, token)
    const told = (what, figure, atMost) =>
      console.log(`${what}: ${figure.toFixed(1)} ms, ${hold(what, figure, { atMost, unit: 'ms' })}`)
    told('dates of everything else, of which there are none, p95', dates.p95, BUDGET.dates)
    await fill(server, 'mostly of other months', rows[0].id, now)
    const runs = []
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await opening(browser, url, token))
      console.log(`round ${round + 1}: ${JSON.stringify(runs.at(-1))}`)
    }
    told('calendar until its days stand', median(runs.map(({ cells }) => cells)), BUDGET.cells)
    told('calendar until its entries stand', median(runs.map(({ entries }) => entries)), BUDGET.entries)
    tellBudgets()
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Asks one after the other, the first few for nothing. */
async function asking(address, token) {
  const took = []
  let count = 0
  for (let index = 0; index < ASKED + 5; index += 1) {
    const begun = performance.now()
    const answer = await (await fetch(address, { headers: { authorization: token } })).json()
    if (answer.code !== 200) throw new Error(`${address}: ${answer.msg}`)
    count = answer.data.list.length
    if (index >= 5) took.push(performance.now() - begun)
  }
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(ASKED / 2)], p95: took[Math.floor(ASKED * 0.95)], count }
}

/** From the press of the menu entry, in an application that is open and has shown the calendar once already. */
async function opening(browser, url, token) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  await context.addInitScript((value) => localStorage.setItem('loam_token', value), token)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto('/schedule')
  await page.locator('.loam-calendar [role=listitem] [role=button]').first().waitFor()
  // The page of a tab stays while others are looked at: of the application opened anew there is none yet.
  await page.goto('/home')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1500)
  const drawn = page.evaluate(async () => {
    const begun = await new Promise((resolve) =>
      addEventListener('click', () => resolve(performance.now()), { capture: true, once: true }),
    )
    const until = async (selector) => {
      while (!document.querySelector(selector)) await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - begun
    }
    const cells = await until('.loam-calendar [role=cell][data-date]')
    return { cells, entries: await until('.loam-calendar [role=listitem] [role=button]') }
  })
  await page.locator('aside').getByText('日程', { exact: true }).click()
  const figures = await drawn
  await context.close()
  return figures
}

const median = (figures) => [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)]
