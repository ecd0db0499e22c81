import { draw, testHost } from '@renderers/testing'
import { pageWithFragments } from '@renderers/testing-documents'
import { parseDate } from '@runtime/date'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PageView } from '../page-view'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Up to so long a time has single readings. */
const SHORT = 18 * HOUR
const LOADING = { timeout: 45_000 }

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

interface Asked {
  readonly from: number
  readonly to: number
  readonly interval: string
  /** Lets it be answered. */
  answer(): void
}

/** Answers as the server does: the shorter the time, the finer. Coarse is a level line, single readings go up and down. */
function answerOf(from: number, to: number) {
  const [interval, step] = to - from <= SHORT ? ['raw', 10 * 60_000] : ['1h', HOUR]
  const points: [number, number][] = []
  for (let at = from; at <= to; at += step)
    points.push([at, interval === 'raw' ? 20 + 5 * (-1) ** points.length : 20])
  const series = [
    { deviceId: 'S7', deviceName: '7号墒情站', metric: 'vwc20', name: '含水率', unit: '%', points },
  ]
  return { from, to, interval, downsampled: true, rawCount: 9_999, timeZone: 'Asia/Shanghai', series }
}

/** The page with its sources and its chart, without the form of what it asks for. */
const history = pageWithFragments('pages/field/history.page.json') as {
  readonly body: { readonly items: readonly { readonly body: unknown }[] }
}
const document = { ...history, body: history.body.items[1]?.body }

/** The history page over a server whose answers of parts wait for the spec. */
function show(): {
  readonly parts: Asked[]
  readonly whole: { from: number; to: number }
} {
  const parts: Asked[] = []
  const whole = { from: 0, to: 0 }
  const moment = (value: unknown) =>
    typeof value === 'number' ? value : (parseDate(String(value), 'Asia/Shanghai') ?? Number.NaN)
  const host = Object.assign(
    testHost({
      'documents.read': ({ file }) => ({ file, version: '1', content: document, problems: [] }),
      'weatherController.devices': () => ({ list: [{ id: 'S7', fullName: '7号墒情站', kind: 'SOIL' }] }),
      'weatherController.getHisDatas': ({ startTime, endTime, interval }) => {
        const [from, to] = [moment(startTime), moment(endTime)]
        if (to - from >= 2 * DAY) {
          Object.assign(whole, { from, to })
          return answerOf(from, to)
        }
        return new Promise((resolve) =>
          parts.push({ from, to, interval: String(interval), answer: () => resolve(answerOf(from, to)) }),
        )
      },
    }),
    { timeZone: 'Asia/Shanghai', project: { id: 'P', onChange: () => () => undefined } },
  )
  drawn = draw(<PageView file="pages/field/history.page.json" route="/historyData" />, host)
  return { parts, whole }
}

const plot = () => {
  const canvas = drawn?.place.querySelector('canvas')
  if (!canvas) throw new Error('no plot')
  return canvas
}

/** Dots of the plot with the first series' colour. */
function ink(): number {
  const canvas = drawn?.place.querySelector('canvas')
  const wanted = getComputedStyle(globalThis.document.body)
    .getPropertyValue('--primary-6')
    .split(',')
    .map(Number)
  const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 0; at < dots.length; at += 4)
    if ([0, 1, 2].every((part) => Math.abs((dots[at + part] ?? 0) - (wanted[part] ?? 0)) < 24)) count += 1
  return count
}

/** Turns the wheel over the middle of the plot: away from oneself looks closer. What a script makes up has the wrong sign. */
const wheel = (turns: number) =>
  userEvent.wheel(plot(), { delta: { y: turns > 0 ? -100 : 100 }, times: Math.abs(turns) })

const lengthOf = (part: Asked | undefined) => (part ? part.to - part.from : Number.NaN)
/** The part that is asked for last, once it is one of single readings. */
async function closer(parts: readonly Asked[]): Promise<Asked> {
  await wheel(20)
  await expect.poll(() => lengthOf(parts.at(-1))).toBeLessThanOrEqual(SHORT)
  return parts.at(-1) as Asked
}

describe('a part of a curve', () => {
  it('is asked for by itself when a person looks closer, and drawn finer; till then the curve stays', async () => {
    const { parts, whole } = show()
    await expect.poll(ink, LOADING).toBeGreaterThan(100)
    const level = ink()
    const part = await closer(parts)
    expect(part.from).toBeGreaterThan(whole.from)
    expect(part.to).toBeLessThan(whole.to)
    expect(part.interval).toBe('auto')
    // The level line is still there, and nothing says that it is being fetched in its place.
    expect(ink()).toBeGreaterThan(100)
    expect(ink()).toBeLessThan(2 * level)
    expect(drawn?.place.querySelector('.arco-skeleton')).toBeNull()
    part.answer()
    await expect.poll(ink).toBeGreaterThan(3 * level)
  })

  it('that was looked at before is not drawn any more when its answer comes late', async () => {
    const { parts } = show()
    await expect.poll(ink, LOADING).toBeGreaterThan(100)
    const level = ink()
    await closer(parts)
    const earlier = [...parts]
    await wheel(2)
    await expect.poll(() => parts.length).toBeGreaterThan(earlier.length)
    await expect.poll(() => lengthOf(parts.at(-1))).toBeLessThan(lengthOf(earlier.at(-1)))
    parts.at(-1)?.answer()
    await expect.poll(ink).toBeGreaterThan(3 * level)
    const fine = ink()
    for (const part of earlier) part.answer()
    // Two pictures later it is still the last one's.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    expect(ink()).toBe(fine)
  })

  it('is the whole again when it is looked at from afar', async () => {
    const { parts } = show()
    await expect.poll(ink, LOADING).toBeGreaterThan(100)
    const level = ink()
    ;(await closer(parts)).answer()
    await expect.poll(ink).toBeGreaterThan(3 * level)
    await wheel(-40)
    await expect.poll(() => Math.abs(ink() - level)).toBeLessThan(level / 4)
  })
})
