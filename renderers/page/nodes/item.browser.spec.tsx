import type { Host, PersonsMenu } from '@runtime/host'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { HostProvider } from '../../host'
import { LightPage } from '../light-page'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const shown = (body: object, more: object = {}) => ({ [FILE]: { title: 'A', body, ...more } })
const nothing = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)

let root: Root | undefined
beforeEach(() => nothing.mockClear())
afterEach(() => root?.unmount())

/** The same page without the code of forms and lists. */
function showLight(body: object, menu?: PersonsMenu): Host {
  const host = show(shown({ node: 'text', text: '' }), nothing)
  const call: Host['call'] = async (name, input, options) =>
    name === 'documents.read'
      ? { data: { file: FILE, version: '1', content: { title: 'A', body }, problems: [] }, msg: '' }
      : nothing(name, input, options)
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <HostProvider host={{ ...host, call, ...(menu && { menu }) }}>
      <LightPage file={FILE} route="/a" />
    </HostProvider>,
  )
  return host
}

it('an item has its number with a tone, a line below, a bar, and leads to its place', async () => {
  const host = show(
    shown({
      node: 'item',
      title: '3号轮灌组',
      icon: 'Refresh',
      value: 1234.5,
      unit: 'm³',
      text: '还有 24 分钟',
      tone: "${1 > 0 ? 'danger' : ''}",
      progress: 62.4,
      do: { navigate: '/appLGZMap' },
    }),
    nothing,
  )
  const item = screen.getByRole('button', { name: /3号轮灌组/ })
  await expect.element(item, LOADING).toHaveTextContent('1,234.5m³')
  await expect.element(item).toHaveTextContent('还有 24 分钟')
  expect(one('.loam-item-value')?.dataset['tone']).toBe('danger')
  expect(one('.loam-item-icon svg')).not.toBeNull()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62')
  await item.click()
  expect(host.navigate).toHaveBeenCalledWith('/appLGZMap', { replace: false })
})

it('an item that leads nowhere is no button, and says so where it has no number; no tone is none of its own', async () => {
  show(shown({ node: 'item', title: '4号地块', value: '${null}', unit: '%', tone: 'loud' }), nothing)
  await expect.element(screen.getByText('4号地块'), LOADING).toBeVisible()
  expect(one('.loam-item')?.tagName).toBe('DIV')
  expect(one('.loam-item-value')?.textContent).toBe('—')
  expect(one('.loam-item-value')?.dataset['tone']).toBeUndefined()
})

it('an item of which it is not known how far it is has no bar', async () => {
  show(shown({ node: 'item', title: '4号地块', value: 3, progress: '${page.none}' }), nothing)
  await expect.element(screen.getByText('4号地块'), LOADING).toBeVisible()
  expect(one('[role=progressbar]')).toBeNull()
})

it('a statistic has its verdict in the colour of its tone, and its days as a line with gaps', async () => {
  show(
    shown({
      ...{ node: 'statistic', title: '用水', value: 3, tone: 'warning', verdict: '偏高' },
      ...{ trend: '${[2, null, 4, 8]}', trendText: '近 7 天' },
    }),
    nothing,
  )
  const line = screen.getByRole('img', { name: '近 7 天' })
  await expect.element(line, LOADING).toBeVisible()
  expect(one('.loam-statistic-verdict')?.textContent).toBe('偏高')
  expect(one('.loam-statistic-verdict')?.dataset['tone']).toBe('warning')
  // The number itself stays as it is.
  expect(one('.loam-statistic-value')?.dataset['tone']).toBeUndefined()
  const lines = () => [...document.querySelectorAll('.loam-spark polyline')]
  expect(lines().map((part) => part.getAttribute('points')?.split(' ').length)).toEqual([1, 2])
  expect(one('.loam-spark [data-open=true]')).toBeNull()
})

it('a day that is not over is the dashed end of such a line, with a hollow dot', async () => {
  show(shown({ node: 'statistic', title: '用水', value: 3, trend: '${[2, 4, 8]}', trendOpen: true }), nothing)
  await expect.element(screen.getByRole('img', { name: '用水' }), LOADING).toBeVisible()
  const parts = [...document.querySelectorAll<SVGElement>('.loam-spark polyline')]
  expect(parts.map((part) => [part.dataset['open'], part.getAttribute('points')?.split(' ').length])).toEqual(
    [
      ['false', 2],
      ['true', 2],
    ],
  )
  expect(getComputedStyle(parts[1] as SVGElement).strokeDasharray).not.toBe('none')
  expect(one('.loam-spark circle')?.dataset['open']).toBe('true')
})

it('a statistic that waits for its source shows its title and nothing half made', async () => {
  let answer: (value: { data: { used: number }; msg: string }) => void = () => undefined
  const call = vi.fn(async (name: string) =>
    name === 'fieldOverview.get'
      ? new Promise<{ data: { used: number }; msg: string }>((resolve) => {
          answer = resolve
        })
      : { data: null, msg: '' },
  ) as unknown as Host['call']
  show(
    shown(
      {
        ...{ node: 'statistic', source: 'own', title: '用水', value: '${data.own.used}' },
        ...{ text: '共 ${data.own.used} 方', verdict: '评价', trend: '${[1, 2]}' },
      },
      { data: { own: { call: 'fieldOverview.get' } } },
    ),
    call,
  )
  await expect.element(screen.getByText('用水'), LOADING).toBeVisible()
  const tile = () => one('.loam-statistic')
  expect(tile()?.getAttribute('aria-busy')).toBe('true')
  expect(tile()?.textContent).toBe('用水')
  expect(one('.loam-statistic-waiting')).not.toBeNull()
  answer({ data: { used: 7 }, msg: '' })
  await expect.poll(() => tile()?.textContent).toContain('共 7 方')
  expect(one('.loam-statistic-waiting')).toBeNull()
})

it('a statistic is coloured by what it means', async () => {
  show(shown({ node: 'statistic', title: '告警', value: 3, tone: "${'warning'}" }), nothing)
  await expect.element(screen.getByText('告警'), LOADING).toBeVisible()
  expect(one('.loam-statistic-value')?.dataset['tone']).toBe('warning')
})

it('a light page draws every node, the heavy ones once they are fetched', async () => {
  showLight({
    node: 'stack',
    items: [
      { node: 'text', text: '轻' },
      { node: 'alert', text: '重' },
      { node: 'table', rows: [{ id: '1', name: '行' }], columns: [{ path: 'name', label: '名称' }] },
    ],
  })
  await expect.element(screen.getByText('轻'), LOADING).toBeVisible()
  await expect.element(screen.getByText('重'), LOADING).toBeVisible()
  await expect.element(screen.getByText('行', { exact: true }), LOADING).toBeVisible()
})

it('a page shows what the person marks and opens, as they do', async () => {
  const listeners = new Set<() => void>()
  const alarms = { id: '1', title: '告警列表', icon: '', path: '/field/alarms' }
  const menu = {
    recent: [alarms],
    favourites: [] as (typeof alarms)[],
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const rows = (list: string) => ({
    node: 'each',
    rows: `\${menu.${list}}`,
    empty: `no ${list}`,
    body: { node: 'item', title: '${row.title}', do: { navigate: '${row.path}' } },
  })
  const host = showLight({ node: 'stack', items: [rows('favourites'), rows('recent')] }, menu)
  await expect.element(screen.getByText('no favourites'), LOADING).toBeVisible()
  await screen.getByRole('button', { name: '告警列表' }).click()
  expect(host.navigate).toHaveBeenCalledWith('/field/alarms', { replace: false })
  menu.favourites = [{ ...alarms, id: '2', title: '设备' }]
  for (const listener of listeners) listener()
  await expect.element(screen.getByRole('button', { name: '设备' })).toBeVisible()
  await expect.element(screen.getByText('no favourites')).not.toBeInTheDocument()
})
