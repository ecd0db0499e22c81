import { draw, testHost } from '@renderers/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MOST_PARTS, type RowsData, rowsData } from './rows'
import { OptionChart, RowsChart } from './rows-chart'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const KINDS: readonly RowsData['kind'][] = [
  ...(['line', 'bar', 'pie', 'radar', 'scatter', 'gauge', 'heat', 'funnel'] as const),
]
const months = [
  { month: '一月', water: 12, planned: '14.5' },
  { month: '二月', water: 30, planned: 28 },
  { month: '三月', water: null, planned: 31 },
]
const words = (kind: RowsData['kind']) => ({
  kind,
  unit: 'm³',
  x: 'month',
  y: [
    { path: 'water', label: '用水' },
    { path: 'planned', label: '计划' },
  ],
})

/** Dots of the plot that are not its background. */
function ink(): number {
  const canvas = drawn?.place.querySelector('canvas')
  const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 3; at < dots.length; at += 4) if ((dots[at] ?? 0) > 100) count += 1
  return count
}

const LOADING = { timeout: 45_000 }

describe('a chart of rows', () => {
  it.each(KINDS)('is drawn as %s', async (kind) => {
    drawn = draw(<RowsChart data={rowsData(months, words(kind), '其他')} label="用水" />, testHost())
    await expect.element(page.getByRole('figure', { name: '用水' })).toBeVisible()
    await expect.poll(ink, LOADING).toBeGreaterThan(200)
  })

  it.each(KINDS)('of nothing but empty values, or of one row, is drawn as %s', async (kind) => {
    for (const rows of [[{}, { month: '<b>x</b>', water: 'x' }], months.slice(0, 1), []]) {
      drawn = draw(<RowsChart data={rowsData(rows, words(kind), '其他')} label="用水" />, testHost())
      await expect.element(page.getByRole('figure', { name: '用水' })).toBeVisible()
      drawn.unmount()
    }
  })

  it('says its numbers as a table', async () => {
    drawn = draw(<RowsChart data={rowsData(months, words('bar'), '其他')} label="用水" />, testHost())
    await page.getByText('查看数值').click()
    const cells = () => [...(drawn?.place.querySelectorAll('tr') ?? [])].map((row) => row.textContent)
    await expect.poll(cells).toEqual(['用水 (m³)计划 (m³)', '一月1214.5', '二月3028', '三月—31'])
  })

  it('tells parts beyond what can be told apart together, and draws ten thousand points', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      month: `m${index}`,
      water: 1,
      planned: index,
    }))
    const parts = rowsData(many, words('pie'), '其他')
    expect(parts.names).toHaveLength(MOST_PARTS)
    expect(parts.names.at(-1)).toBe('其他')
    expect(parts.series[0]?.values.at(-1)).toBe(10_000 - MOST_PARTS + 1)
    drawn = draw(<RowsChart data={rowsData(many, words('line'), '其他')} label="用水" />, testHost())
    await expect.poll(ink, LOADING).toBeGreaterThan(200)
    await page.getByText('查看数值').click()
    await expect.element(page.getByText('还有 9800 行未列出')).toBeVisible()
  })
})

describe('an option of ECharts', () => {
  it('is drawn in the theme, and its words are never markup', async () => {
    const option = {
      tooltip: {
        formatter: '<img src=x onerror="window.ran = 1">',
        renderMode: 'html',
        alwaysShowContent: true,
      },
      title: { text: 'x', link: 'javascript:window.ran=1' },
      series: [{ type: 'pie', data: [{ name: '<b>甲</b>', value: 1 }] }],
    }
    drawn = draw(<OptionChart option={option} label="组成" />, testHost())
    await expect.poll(ink, LOADING).toBeGreaterThan(200)
    drawn.place
      .querySelector('canvas')
      ?.dispatchEvent(new MouseEvent('mousemove', { clientX: 300, clientY: 160, bubbles: true }))
    expect(drawn.place.querySelector('img, b')).toBeNull()
    expect('ran' in window).toBe(false)
  })
})
