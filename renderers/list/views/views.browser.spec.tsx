import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FILE, show } from '../../page/specs/shown-page'
import { type Answer, draw, type TestHost, testHost } from '../../testing'
import { ModelPage } from '../model-page'
import type { SavedView } from './view-content'

const column = (prop: string, label: string) => ({ prop, id: prop, label, sortable: true })
const field = (vModel: string, jnpfKey: string, label: string) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true },
})
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [field('name', 'input', '名称'), field('depth', 'inputNumber', '深度')],
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    hasSuperQuery: true,
    searchList: [{ ...column('name', '名称'), searchType: 2 }],
    columnList: [column('name', '名称'), column('depth', '深度')],
    btnsList: [{ value: 'add' }],
    columnBtnsList: [],
  }),
}

/** A server that keeps views, as the real one does for one person. */
function keeper(start: readonly Partial<SavedView>[] = [], mayShare = 1) {
  const base = { version: 0, isShared: 0, isDefault: 0, isOwn: 1, mayEdit: 1, creatorUser: '测试员' }
  const kept = start.map((view, index) => ({
    ...{ ...base, id: `v${index}`, fullName: `视图${index}`, content: {} },
    ...view,
  })) as { -readonly [K in keyof SavedView]: SavedView[K] }[]
  const find = (id: unknown) => {
    const found = kept.find((view) => view.id === id)
    if (!found) throw new CallError(404, '数据不存在')
    return found
  }
  const refuseTwin = (fullName: unknown) => {
    if (kept.some((view) => view.fullName === fullName && view.isOwn === 1))
      throw new CallError(400, '已有同名的视图')
  }
  const answers: Record<string, Answer> = {
    'listView.list': () => ({ list: structuredClone(kept), mayShare }),
    'listView.create': ({ menu: _menu, list: _list, ...input }) => {
      refuseTwin(input['fullName'])
      kept.push({ ...base, id: `v${kept.length}`, ...input } as never)
      return { id: `v${kept.length - 1}` }
    },
    'listView.update': ({ id, version, ...change }) => {
      const view = find(id)
      if (view.version !== version) throw new CallError(409, '视图刚被其他人修改')
      Object.assign(view, change, { version: view.version + 1 })
    },
    'listView.setDefault': ({ id }) => {
      for (const view of kept) view.isDefault = view.id === id ? 1 : 0
    },
    'listView.delete': ({ id }) => void kept.splice(kept.indexOf(find(id)), 1),
  }
  return { kept, answers }
}

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  localStorage.clear()
  await page.viewport(1440, 900)
})

async function open({ answers }: ReturnType<typeof keeper>): Promise<TestHost> {
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: [{ id: 'w1', name: '东井', depth: 20 }],
      pagination: { total: 61 },
    }),
    ...answers,
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('共 61 条')
  return host
}

const inputs = (host: TestHost, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)
const requested = (host: TestHost) => inputs(host, 'onlineDevelopment.list').at(-1)
const control = () => page.getByRole('button', { name: /^视图/ })
const press = (name: string | RegExp) =>
  userEvent.click(page.getByRole('button', { name, exact: typeof name === 'string' }))
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const heads = () =>
  [...(drawn?.place.querySelectorAll('[role="columnheader"]') ?? [])]
    .map((one) => one.textContent?.trim())
    .filter((text) => text === '名称' || text === '深度')
const openPanel = async () => {
  await userEvent.click(control())
  await expect.poll(() => dialog()?.textContent).toContain('另存为新视图')
}
const closed = () => expect.poll(dialog).toBeNull()

async function search(text: string) {
  await userEvent.fill(page.getByRole('textbox', { name: '名称', exact: true }), text)
  await press('查询')
}

describe('views of a model’s list', () => {
  it('save what is searched, sorted and shown, and show the list so again', async () => {
    const server = keeper()
    const host = await open(server)
    await search('东')
    await expect.poll(() => requested(host)?.['queryJson']).toBe('{"name":"东"}')
    await openPanel()
    await userEvent.fill(page.getByRole('textbox', { name: '视图名称' }), '东边的井')
    await userEvent.keyboard('{Enter}')
    await closed()
    expect(inputs(host, 'listView.create')).toEqual([
      {
        ...{ menu: 'menu1', list: 'records', fullName: '东边的井', isShared: 0, isDefault: 0 },
        content: { search: { name: '东' }, superQuery: null, sidx: '', sort: '', pageSize: 20 },
      },
    ])
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：东边的井')
    await search('西')
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：东边的井 · 有改动')
    await openPanel()
    await press(/^原始视图/)
    await closed()
    await expect.poll(() => requested(host)?.['queryJson']).toBe('')
    expect(control().element().getAttribute('aria-label')).toBe('视图')
    await openPanel()
    await press(/^东边的井/)
    await expect.poll(() => requested(host)?.['queryJson']).toBe('{"name":"东"}')
    await expect
      .poll(() => drawn?.place.querySelector<HTMLInputElement>('.loam-list-search input')?.value)
      .toBe('东')
  })

  it('refuse a second of one name where it is typed, and keep what was typed', async () => {
    const host = await open(keeper([{ fullName: '我的' }]))
    await openPanel()
    const name = page.getByRole('textbox', { name: '视图名称' })
    await userEvent.fill(name, '我的')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog()?.querySelector('[role="alert"]')?.textContent).toBe('已有同名的视图')
    await expect.element(name).toHaveValue('我的')
    await userEvent.fill(name, '我的二')
    await expect.poll(() => dialog()?.querySelector('[role="alert"]')?.textContent).toBe('')
    expect(inputs(host, 'listView.create')).toHaveLength(1)
  })

  it('are renamed, shared, opened with and deleted', async () => {
    const server = keeper([{ fullName: '我的' }])
    const host = await open(server)
    await openPanel()
    await press('“我的”的操作')
    await press('重命名')
    const name = page.getByRole('textbox', { name: '视图名称' }).first()
    await userEvent.fill(name, '大家的')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog()?.textContent).toContain('大家的')
    await press('“大家的”的操作')
    await press('共享给能看到此列表的人')
    await expect.poll(() => server.kept[0]?.isShared).toBe(1)
    await expect.poll(() => dialog()?.querySelector('.loam-views-marks')?.textContent).toBe('已共享')
    await press('设为默认')
    await expect.poll(() => dialog()?.querySelector('.loam-views-marks')?.textContent).toBe('默认 · 已共享')
    host.yes = false
    await press('删除')
    await expect.poll(() => host.questions).toEqual(['视图“大家的”已共享，其他人也将不能再用。确定删除吗？'])
    expect(server.kept).toHaveLength(1)
    host.yes = true
    await press('删除')
    await expect.poll(() => server.kept).toHaveLength(0)
    await expect.poll(() => dialog()?.textContent).not.toContain('大家的')
  })

  it('of others are only chosen, by who may not share', async () => {
    const others = { isOwn: 0, isShared: 1, mayEdit: 0, creatorUser: '李工', fullName: '共用' } as const
    await open(keeper([others], 0))
    await openPanel()
    expect(dialog()?.textContent).toContain('李工 共享')
    await press('“共用”的操作')
    const acts = [...(dialog()?.querySelectorAll('.loam-views-acts button') ?? [])]
    expect(acts.map((one) => one.textContent)).toEqual(['设为默认'])
    expect(dialog()?.textContent).not.toContain('共享给能看到此列表的人')
  })

  it('tell who changes one that somebody else has changed meanwhile, and show it as it is now', async () => {
    const server = keeper([{ fullName: '我的' }])
    await open(server)
    await openPanel()
    const [view] = server.kept
    if (view) Object.assign(view, { version: 1, fullName: '别人改的' })
    await press('“我的”的操作')
    await press('共享给能看到此列表的人')
    await expect.poll(() => dialog()?.textContent).toContain('视图刚被其他人修改')
    await expect.poll(() => dialog()?.textContent).toContain('别人改的')
  })

  it('that name what is gone show the list without it', async () => {
    const content = {
      columns: [
        { prop: 'gone', columnVisible: true },
        { prop: 'depth', columnVisible: true },
        { prop: 'name', columnVisible: false },
      ],
      search: { gone: '1' },
      sidx: 'gone',
      sort: 'desc',
      superQuery: {
        matchLogic: 'and',
        conditionList: [{ logic: 'and', groups: [{ field: 'gone', symbol: '==' }] }],
      },
    }
    const host = await open(keeper([{ fullName: '旧的', content }]))
    await openPanel()
    await press(/^旧的/)
    await expect.poll(heads).toEqual(['深度'])
    expect(requested(host)).toMatchObject({ queryJson: '', superQueryJson: '', sidx: '' })
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：旧的')
  })

  it('open the list by the one that is the default, also where this browser knows it already', async () => {
    const content = { search: { name: '西' }, columns: [{ prop: 'name', columnVisible: false }] }
    const server = keeper([{ fullName: '西边', isDefault: 1, content }])
    await open(server)
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：西边')
    await expect.poll(heads).toEqual(['深度'])
    drawn?.unmount()
    sessionStorage.clear()
    const host = await open(server)
    expect(inputs(host, 'onlineDevelopment.list')[0]).toMatchObject({ queryJson: '{"name":"西"}' })
    await expect.poll(heads).toEqual(['深度'])
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：西边')
    // What was left in this tab comes before the default.
    await search('东')
    drawn?.unmount()
    const again = await open(server)
    expect(inputs(again, 'onlineDevelopment.list')[0]).toMatchObject({ queryJson: '{"name":"东"}' })
    await expect.poll(() => control().element().getAttribute('aria-label')).toBe('视图：西边 · 有改动')
  })

  it('that cannot be had leave the list as it is, and say why', async () => {
    const broken: ReturnType<typeof keeper> = {
      ...keeper(),
      answers: {
        'listView.list': () => {
          throw new CallError(500, '服务器没有回应')
        },
      },
    }
    await open(broken)
    await userEvent.click(control())
    await expect.poll(() => dialog()?.textContent).toContain('服务器没有回应')
    expect(drawn?.place.textContent).toContain('东井')
  })

  it('are reached on a phone, with targets for a thumb', async () => {
    await page.viewport(390, 800)
    await open(keeper([{ fullName: '一个名字很长很长很长很长很长很长很长很长的视图' }]))
    await openPanel()
    const box = dialog() as HTMLElement
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    // While it opens it is scaled: a height is a thousandth of a pixel off.
    for (const button of box.querySelectorAll('.loam-views button'))
      expect(Math.round(button.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  })
})

describe('views of a page’s list', () => {
  const shown = (words: object, more: object = {}) => {
    const server = keeper([{ fullName: '我的', content: { search: {} } }])
    const calls: string[] = []
    const body = {
      ...{ node: 'list', source: 'pumps', title: '水泵', paging: false },
      ...{ columns: [{ path: 'name', label: '名称' }], ...words },
    }
    show(
      { [FILE]: { title: 'A', data: { pumps: { call: 'pumps.list' } }, body, ...more } },
      async (name, input) => {
        calls.push(`${name} ${JSON.stringify(input)}`)
        const answer = server.answers[name]
        return { data: answer ? answer(input ?? {}) : { list: [{ id: '1', name: '东泵' }] }, msg: '' }
      },
    )
    return calls
  }
  const button = () => document.querySelector('.loam-list-views')

  it('are there where the list says so and the page has a module', async () => {
    const calls = shown({ views: true }, { module: 'system.pumps' })
    await expect.poll(button, { timeout: 20_000 }).not.toBeNull()
    await expect.poll(() => calls).toContain(`listView.list {"menu":"system.pumps","list":"${FILE} pumps"}`)
  })

  it.each([
    ['the list does not say so', {}, { module: 'system.pumps' }],
    ['the page has no module', { views: true }, {}],
  ])('are not there where %s', async (_why, words, more) => {
    const calls = shown(words, more)
    await expect.poll(() => document.body.textContent, { timeout: 20_000 }).toContain('东泵')
    expect(button()).toBeNull()
    expect(calls.filter((call) => call.startsWith('listView'))).toEqual([])
  })
})
