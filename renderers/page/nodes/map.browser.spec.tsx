import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const body = {
  node: 'map',
  source: 'rows',
  title: '地图',
  text: '${row.name}',
  popup: '${row.note}',
  selected: 'page.place',
  select: { call: 'place.chosen', with: { id: '${row.id}' } },
}
const wells = [
  { id: 'a', name: '一号井', note: '深 80 米', longitude: 87.6, latitude: 43.8 },
  { id: 'b', name: '二号井', note: '深 95 米', longitude: 87.62, latitude: 43.82 },
  { id: 'c', name: '没有位置', note: '', longitude: null, latitude: null },
]

function map(list: readonly object[], more: object = {}) {
  const call = vi.fn<Host['call']>(async () => ({ data: { list }, msg: '' }))
  const page = {
    title: 'A',
    data: { rows: { call: 'well.list' } },
    state: { place: null },
    body: { ...body, ...more },
  }
  show({ [FILE]: page }, call)
  return call
}

const one = (selector: string) => document.querySelector<HTMLElement>(selector)
const listed = () => [...document.querySelectorAll<HTMLElement>('.loam-rows-map-list li > button')]
const popup = () => one('.loam-rows-map-popup')?.textContent
const view = () => one('.loam-rows-map-place[data-zoom]')

/** Whether something is drawn in the very middle, wider than a line of the ground. */
function isInked(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas.loam-map-canvas')
  const [x, y] = [(canvas?.width ?? 0) / 2, (canvas?.height ?? 0) / 2]
  const pixels = canvas?.getContext('2d')?.getImageData(x - 3, y - 3, 6, 6).data ?? new Uint8ClampedArray([0])
  return pixels.every((value, index) => index % 4 !== 3 || value > 200)
}

async function opened(): Promise<void> {
  await expect.poll(() => view()?.dataset['zoom'], LOADING).toBeTruthy()
  one('.loam-rows-map-list summary')?.click()
  await expect.poll(() => listed().length).toBeGreaterThan(0)
}

describe('a map of rows', () => {
  it('takes in all rows, and lists those that are somewhere', async () => {
    map(wells)
    await opened()
    expect(listed().map(({ textContent }) => textContent)).toEqual(['一号井', '二号井'])
    await expect.poll(() => view()?.dataset['centre']).toBe('87.610,43.810')
  })

  it('chooses by keyboard in the list: popup, state, action; and takes the choice back', async () => {
    const call = map(wells)
    await opened()
    listed()[1]?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(popup).toContain('二号井深 95 米')
    expect(listed()[1]?.getAttribute('aria-current')).toBe('true')
    expect(call.mock.calls.filter(([name]) => name === 'place.chosen').map(([, input]) => input)).toEqual([
      { id: 'b' },
    ])
    one('.loam-rows-map-popup button')?.click()
    await expect.poll(popup).toBeUndefined()
  })

  it('chooses what is pressed on the map, and nothing beside it', async () => {
    map([wells[0] ?? {}], { fit: true })
    await opened()
    await expect.poll(() => view()?.dataset['centre']).toBe('87.600,43.800')
    await expect.poll(isInked).toBe(true)
    const place = one('.leaflet-container') as HTMLElement
    const { width, height } = place.getBoundingClientRect()
    await userEvent.click(place, { position: { x: width / 2, y: height / 2 } })
    await expect.poll(popup).toContain('一号井')
    await userEvent.click(place, { position: { x: 40, y: height - 90 } })
    await expect.poll(popup).toBeUndefined()
  })

  it('lists 5,000 points a part at a time', async () => {
    map(
      Array.from({ length: 5000 }, (_, index) => ({
        id: index,
        name: `井 ${index}`,
        longitude: 87 + (index % 100) / 100,
        latitude: 43 + Math.floor(index / 100) / 100,
      })),
    )
    await opened()
    expect(listed().length).toBe(100)
    expect(document.querySelectorAll('.loam-rows-map-place *').length).toBeLessThan(200)
    listed()[42]?.click()
    await expect.poll(popup).toContain('井 42')
  })

  it('says that there is nothing where no row is anywhere', async () => {
    map([wells[2] ?? {}])
    await expect.poll(() => one('.arco-empty')?.textContent, LOADING).toContain('@page.empty')
  })
})
