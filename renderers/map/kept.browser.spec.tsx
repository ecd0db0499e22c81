import '@arco-design/web-react/es/style/index.css'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeptView } from '../kept-view'
import '../shell/base.css'
import { draw, testHost } from '../testing'
import { FieldMap } from './field-map'
import { fakeField, snapshotOf } from './specs/fixture'
import { smallFarm } from './specs/small-farm'

const LOADING = { timeout: 45_000 }
const farm = snapshotOf(smallFarm)
let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const frame = () => document.querySelector<HTMLElement>('.loam-map-frame')
const zoom = () => Number(frame()?.getAttribute('data-zoom'))
const pixels = () =>
  [...document.querySelectorAll<HTMLCanvasElement>('.loam-map-canvas')].map(
    (canvas) =>
      canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean) ?? false,
  )

it('the map of a kept page is the same map each time it is shown again', async () => {
  const { field, source } = fakeField(farm)
  const host = testHost({
    'fieldManagement.tileSources': () => ({ list: [] }),
    'fieldManagement.approvals': () => [],
    'deviceAlarm.list': () => ({ list: [], seq: 0 }),
  })
  Object.assign(host, { now: () => field.now, timeZone: 'Asia/Shanghai' })
  const view = (shown: boolean) => (
    <KeptView shown={shown}>
      <FieldMap
        {...{ projectId: farm.projectId, source, isDark: false, isNarrow: false }}
        fetchTile={() => Promise.reject(new Error('no tiles in this spec'))}
      />
    </KeptView>
  )
  drawn = draw(view(true), host)
  const live = () => expect.element(page.getByRole('status').first(), LOADING).toHaveTextContent('实时')
  await live()
  const map = document.querySelector('.loam-map-view')
  for (let time = 1; time <= 10; time++) {
    const before = zoom()
    await userEvent.click(page.getByRole('button', { name: time % 2 ? '放大' : '缩小', exact: true }))
    await expect.poll(zoom).toBe(before + (time % 2 ? 1 : -1))
    const left = zoom()
    drawn.render(view(false))
    await expect.poll(() => frame()?.checkVisibility()).toBe(false)
    drawn.render(view(true))
    await live()
    expect(document.querySelector('.loam-map-view')).toBe(map)
    expect(zoom(), 'it stands where it was left').toBe(left)
    await expect.poll(pixels).toContain(true)
  }
  await expect.element(page.getByRole('button', { name: '全部停止' })).toBeVisible()
})
