import { describe, expect, it } from 'vitest'
import {
  afterClosing,
  close,
  closeAll,
  closeOthers,
  MOST_CACHED,
  NO_TAB,
  NO_TABS,
  pin,
  read,
  refresh,
  stand,
  type Tab,
  type Tabs,
  tabOfAddress,
  visit,
  written,
} from './tabs'

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  path,
  address: path,
  title: `Title of ${path}`,
  zhTitle: `${path} 的标题`,
  icon: '',
  affix: false,
  ...more,
})
const home = tab('/home', { affix: true })
const visited = (...paths: readonly string[]): Tabs =>
  paths.reduce((tabs, path) => visit(tabs, tab(path)), pin(NO_TABS, home))
const paths = ({ visited }: Tabs) => visited.map(({ path }) => path)
const kept = ({ cached }: Tabs) => cached.map(({ path }) => path)

describe('visiting', () => {
  it('keeps one tab a path, in the order of the first visits', () => {
    expect(paths(visited('/a', '/b', '/a'))).toEqual(['/home', '/a', '/b'])
  })

  it('takes the last address and title of a path', () => {
    const tabs = visit(visited('/a'), tab('/a', { address: '/a?q=1', title: 'Another' }))
    expect(tabs.visited[1]).toMatchObject({ address: '/a?q=1', title: 'Another' })
  })

  it('keeps the Chinese title when it is visited in another language', () => {
    const tabs = visit(visited('/a'), tab('/a', { zhTitle: '' }))
    expect(tabs.visited[1]?.zhTitle).toBe('/a 的标题')
  })

  it('puts pinned views first, and pins none twice', () => {
    expect(paths(visit(visited('/a'), tab('/pinned', { affix: true })))).toEqual(['/home', '/pinned', '/a'])
    expect(paths(pin(visited('/a'), home))).toEqual(['/home', '/a'])
  })

  it('keeps the state of the views used last, up to a number', () => {
    const many = Array.from({ length: MOST_CACHED + 2 }, (_, index) => `/v${index}`)
    expect(kept(visited(...many))).toEqual(many.slice(2))
    expect(kept(visited('/a', '/b', '/a'))).toEqual(['/b', '/a'])
  })

  it('drops no view in which something is typed', () => {
    const many = Array.from({ length: MOST_CACHED }, (_, index) => `/v${index}`)
    const after = visit(visited(...many), tab('/next'), (path) => path === '/v0')
    expect(kept(after)).toEqual(['/v0', ...many.slice(2), '/next'])
  })
})

describe('closing', () => {
  it('never closes what is pinned', () => {
    expect(paths(close(visited('/a'), '/home'))).toEqual(['/home', '/a'])
    expect(paths(closeAll(visited('/a', '/b')))).toEqual(['/home'])
    expect(paths(closeOthers(visited('/a', '/b'), '/b'))).toEqual(['/home', '/b'])
  })

  it('gives up the kept state too', () => {
    expect(kept(close(visited('/a', '/b'), '/a'))).toEqual(['/b'])
    expect(kept(closeAll(visited('/a', '/b')))).toEqual([])
  })

  it('leads from the closed active tab to the last that remains, with its query', () => {
    const tabs = visit(visited('/a'), tab('/b', { address: '/b?id=1' }))
    expect(afterClosing(close(tabs, '/a'), '/a')).toBe('/b?id=1')
    expect(afterClosing(close(tabs, '/a'), '/b')).toBeNull()
  })

  it('leads to / when no tab remains', () => {
    expect(afterClosing(close(visit(NO_TABS, tab('/a')), '/a'), '/a')).toBe(NO_TAB)
    expect(NO_TAB).toBe('/')
  })
})

it('a refreshed view begins anew, the others do not', () => {
  const { cached } = refresh(visited('/a', '/b'), '/a')
  expect(cached).toEqual([
    { path: '/a', address: '/a', round: 1 },
    { path: '/b', address: '/b', round: 0 },
  ])
  expect(visit({ visited: [], cached }, tab('/a')).cached.at(-1)?.round).toBe(1)
})

describe('what a reload brings back', () => {
  it('is the visited views, without their state', () => {
    const tabs = visited('/a', '/b')
    expect(read(written(tabs))).toEqual({ visited: tabs.visited, cached: [] })
  })

  it.each([null, '', '{', '{}', '[1,null]', '[{"path":"/a"}]', '[{"path":"javascript:x","address":"//x"}]'])(
    'is nothing out of %j',
    (text) => {
      expect(read(text)).toEqual(NO_TABS)
    },
  )
})

describe('the tab of a record', () => {
  const tabs = visited('/model/well', '/model/wells', '/field')
  it('is that of its list, and of nothing else', () => {
    expect(tabOfAddress(tabs, '/model/well')?.path).toBe('/model/well')
    expect(tabOfAddress(tabs, '/model/well/b')?.path).toBe('/model/well')
    expect(tabOfAddress(tabs, '/model/wells/b')?.path).toBe('/model/wells')
    expect(tabOfAddress(tabs, '/field/alarms')).toBeUndefined()
  })

  it('stands there without a view of the list being opened', () => {
    const stood = stand(tabs, tab('/model/pump'))
    expect(stood.visited.at(-1)?.path).toBe('/model/pump')
    expect(stood.cached).toEqual(tabs.cached)
    expect(stand(stood, tab('/model/pump'))).toBe(stood)
  })
})
