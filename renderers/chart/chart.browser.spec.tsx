import { draw, testHost } from '@renderers/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Chart } from './chart'
import type { ChartData } from './series'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  document.body.removeAttribute('arco-theme')
})

const MINUTE = 60_000
const begin = Date.UTC(2026, 6, 1)
const wave = (base: number) =>
  Array.from({ length: 400 }, (_, step) => [begin + step * MINUTE, base + Math.sin(step / 40)] as const)

const data: ChartData = {
  from: begin,
  to: begin + 400 * MINUTE,
  series: [
    {
      deviceId: 'S7',
      metric: 'vwc20',
      name: '含水率 20cm',
      unit: '%',
      points: wave(23),
      gaps: [[begin + 100 * MINUTE, begin + 200 * MINUTE]],
      stats: { last: 23.44, lastAt: begin + 399 * MINUTE },
    },
    { deviceId: 'S7', metric: 't20', name: '土温 20cm', unit: '℃', points: wave(18) },
  ],
}

/** How many dots of the plot have about this colour. */
function inkOf(colour: string): number {
  const probe = document.createElement('i')
  probe.style.color = colour
  document.body.append(probe)
  const wanted = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
  probe.remove()
  const canvas = drawn?.place.querySelector('canvas')
  const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 0; at < dots.length; at += 4)
    if ([0, 1, 2].every((part) => Math.abs((dots[at + part] ?? 0) - (wanted[part] ?? 0)) < 24)) count += 1
  return count
}

const first = () => inkOf('rgb(var(--primary-6))')
const second = () => inkOf('rgb(var(--green-6))')

describe('a chart', () => {
  it('draws a line a series, and says the last value and its time without a pointer', async () => {
    drawn = draw(<Chart data={data} label="历史曲线" zoom />, { ...testHost(), timeZone: 'Asia/Shanghai' })
    await expect.element(page.getByRole('figure', { name: '历史曲线' })).toBeVisible()
    await expect.poll(first).toBeGreaterThan(50)
    await expect.poll(second).toBeGreaterThan(50)
    await expect
      .element(page.getByRole('button', { name: /含水率 20cm/ }))
      .toHaveTextContent('含水率 20cm23.44 %07-01 14:39')
  })

  it('hides and shows a line by the keyboard', async () => {
    drawn = draw(<Chart data={data} label="历史曲线" />, testHost())
    await expect.poll(second).toBeGreaterThan(50)
    const key = page.getByRole('button', { name: /土温 20cm/ })
    await expect.element(key).toHaveAttribute('aria-pressed', 'true')
    ;(key.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(key).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(second).toBe(0)
    await userEvent.keyboard('{Enter}')
    await expect.poll(second).toBeGreaterThan(50)
  })

  it('breaks its line where nothing was measured', async () => {
    const [series] = data.series
    if (!series) throw new Error('no series')
    const flat = (gaps: readonly [number, number][]) => ({
      ...data,
      series: [
        {
          ...series,
          points: wave(23).filter((_, step) => step < 100 || step > 300),
          gaps,
        },
      ],
    })
    drawn = draw(<Chart data={flat([])} label="a" />, testHost())
    await expect.poll(first).toBeGreaterThan(50)
    const whole = first()
    drawn.unmount()
    drawn = draw(<Chart data={flat([[begin + 99 * MINUTE, begin + 301 * MINUTE]])} label="a" />, testHost())
    await expect.poll(first).toBeGreaterThan(50)
    expect(first()).toBeLessThan(whole)
  })

  it('draws counts as bars that begin at nought', async () => {
    const hour = 60 * MINUTE
    const points = [12, 11, 12].map((count, place) => [begin + place * hour, count] as [number, number])
    const counted = { series: [{ name: '每小时告警', unit: '', points }] }
    drawn = draw(<Chart data={counted} label="a" bars />, testHost())
    // From nought these are three high bars; lines from the least would be all but nothing.
    await expect.poll(first).toBeGreaterThan(5_000)
  })

  it('takes the colours of the dark theme as soon as it is on', async () => {
    drawn = draw(<Chart data={data} label="历史曲线" />, testHost())
    await expect.poll(first).toBeGreaterThan(50)
    document.body.setAttribute('arco-theme', 'dark')
    const dark = getComputedStyle(document.body).getPropertyValue('--primary-6').trim()
    await expect.poll(() => inkOf(`rgb(${dark})`)).toBeGreaterThan(50)
  })

  it('takes the colours of a theme that came while none was drawn', async () => {
    drawn = draw(<Chart data={data} label="历史曲线" />, testHost())
    await expect.poll(first).toBeGreaterThan(50)
    drawn.unmount()
    document.body.setAttribute('arco-theme', 'dark')
    drawn = draw(<Chart data={data} label="历史曲线" />, testHost())
    const dark = getComputedStyle(document.body).getPropertyValue('--primary-6').trim()
    await expect.poll(() => inkOf(`rgb(${dark})`)).toBeGreaterThan(50)
  })
})
