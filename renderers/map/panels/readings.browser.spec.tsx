import { draw, testHost } from '@renderers/testing'
import { afterEach, expect, it } from 'vitest'
import { Readings } from './readings'

const NOW = 1_790_000_000_000
const WAITING = { timeout: 15_000 }
let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

it('marks a reading that stands still by a word of its own, and calls it stale only when it is old', async () => {
  const row = {
    ...{ deviceState: 0, ts: NOW, staleAfter: 150, readAt: NOW, last: { airTemp: 19.5, windSpeed: 2.1 } },
    ...{ lastQuality: { airTemp: 'UNCERTAIN' }, frozen: { airTemp: 1, windSpeed: 0 } },
  }
  const show = (now: number) => {
    drawn?.unmount()
    drawn = draw(<Readings row={row} trails={{}} now={now} isLive />, testHost({}))
  }
  const marks = () =>
    [...document.querySelectorAll<HTMLElement>('.loam-map-readings > div')].map((one) => ({
      ...{ stale: one.dataset['stale'], frozen: one.dataset['frozen'] },
      words: one.querySelector('small')?.textContent ?? '',
    }))
  show(NOW + 60_000)
  await expect.poll(marks, WAITING).toEqual([
    { stale: 'false', frozen: 'true', words: '读数不变' },
    { stale: 'false', frozen: 'false', words: '' },
  ])
  show(NOW + 3_600_000)
  await expect.poll(() => marks().map(({ stale }) => stale), WAITING).toEqual(['true', 'true'])
  expect(document.body.textContent).not.toContain('读数不变')
})
