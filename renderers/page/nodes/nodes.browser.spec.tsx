import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { button, FILE, show } from '../specs/shown-page'

const answers = (data: unknown) => vi.fn<Host['call']>(async () => ({ data: { list: data }, msg: '' }))
const one = async (selector: string) => {
  await expect.poll(() => document.querySelector(selector), { timeout: 20_000 }).not.toBeNull()
  return document.querySelector(selector) as HTMLElement
}

describe('a tree', () => {
  const tree = (more: object = {}) => ({
    title: 'A',
    data: { units: { call: 'units.list' } },
    body: { node: 'tree', source: 'units', title: '单位', ...more },
  })

  it('draws the name of a record alone, whatever else the record has', async () => {
    const records = [{ id: '1', fullName: '一队', icon: 'icon-ym icon-tree', disabled: true, title: '别的' }]
    show({ [FILE]: tree() }, answers(records))
    const node = await one('.arco-tree-node')
    expect(node.textContent).toBe('一队')
    expect(node.className).not.toContain('disabled')
  })

  it('shows of its menu what is visible, and tells why an entry is disabled', async () => {
    const menu = [
      { text: '展开', do: { emit: 'a' } },
      { text: '看不见', visible: 'false', do: { emit: 'b' } },
      { text: '不可', disabled: 'true', reason: '没有选择', do: { emit: 'c' } },
    ]
    show({ [FILE]: tree({ menu }) }, answers([]))
    ;(await one('.loam-node-tree-head button')).click()
    await one('.arco-dropdown-menu-item')
    const items = [...document.querySelectorAll('.arco-dropdown-menu-item')]
    expect(items.map((item) => item.textContent?.trim())).toEqual(['展开', '不可'])
    expect(items[1]?.className).toContain('disabled')
    expect(items[1]?.querySelector('[title="没有选择"]')).not.toBeNull()
  })
})

describe('a table', () => {
  it('draws the icon of a row’s button, and columns of one path each under its own label', async () => {
    const document_ = {
      title: 'A',
      data: { rows: { call: 'rows.list' } },
      body: {
        node: 'table',
        source: 'rows',
        columns: [
          { path: 'state', label: '状态' },
          { path: 'state', label: '说明', value: '第 ${row.state} 号' },
          {
            path: 'state',
            label: '标签',
            widget: 'tag',
            settings: { options: [{ value: 7, label: '正常', color: 'green' }] },
          },
        ],
        row: [{ text: '看', icon: 'Eye', do: { emit: 'look' } }],
      },
    }
    show({ [FILE]: document_ }, answers([{ id: '1', state: 7 }]))
    const row = await one('tbody tr .arco-icon-eye')
    const cells = [...(row.closest('tr')?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
    expect(cells).toEqual(['7', '第 7 号', '正常', '看'])
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent)
    expect(heads).toEqual(['状态', '说明', '标签', '@common.actions'])
  })
})

describe('a table of columns that a place gives', () => {
  it('has them once they are known, and says when they are none', async () => {
    const set = (columns: unknown) => ({
      set: { 'page.columns': columns, 'page.rows': [{ id: '1', c0: '行' }] },
    })
    const document_ = {
      title: 'A',
      state: { columns: [], rows: [] },
      body: {
        node: 'stack',
        items: [
          { node: 'button', text: '有', do: set([{ path: 'c0', label: 'a.b' }]) },
          { node: 'button', text: '无', do: set('x') },
          { node: 'table', rows: '${page.rows}', columns: '${page.columns}' },
        ],
      },
    }
    show({ [FILE]: document_ }, answers([]))
    ;(await button('有')).click()
    await expect.poll(() => document.querySelector('thead th')?.textContent).toBe('a.b')
    expect(document.querySelector('tbody td')?.textContent).toBe('行')
    ;(await button('无')).click()
    await expect.poll(() => document.body.textContent).toContain('@list.noColumns')
  })
})

describe('a dialog', () => {
  it.each([
    [
      'in the slot of its form',
      [{ widget: 'slot' }, { name: 'b', widget: 'input', label: '后' }],
      ['结果', '后'],
    ],
    ['below a form without one', [{ name: 'b', widget: 'input', label: '后' }], ['后', '结果']],
  ])('has its body %s', async (_, fields, order) => {
    const document_ = {
      title: 'A',
      state: { trial: '' },
      body: { node: 'button', text: '打开', do: { open: 'both' } },
      dialogs: {
        both: { title: '两者', form: 'a.form.json', body: { node: 'text', text: '结果${page.trial}' } },
      },
    }
    const button_ = { widget: 'button', buttonText: '试', do: { set: { 'page.trial': '1' } } }
    show({ [FILE]: document_, 'forms/a.form.json': { fields: [button_, ...fields] } }, answers([]))
    ;(await button('打开')).click()
    ;(await button('试')).click()
    await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('结果1')
    const text = document.querySelector('[role="dialog"]')?.textContent ?? ''
    expect(text.indexOf(order[0] ?? '')).toBeLessThan(text.indexOf(order[1] ?? ''))
  })

  const openNothing = [{ open: 'nothing' }, { emit: 'after' }]
  it.each([
    ['a button', { node: 'button', text: '打开', do: openNothing }],
    [
      'a list',
      {
        node: 'list',
        source: 'rows',
        columns: [{ path: 'name', label: '名称' }],
        toolbar: [{ text: '打开', do: openNothing }],
      },
    ],
  ])('that there is not is told where %s opens it, and ends the action', async (_of, body) => {
    const data = { rows: { call: 'rows.list' } }
    const host = show({ [FILE]: { title: 'A', data, body } }, answers([{ id: '1', name: '行' }]))
    ;(await button('打开')).click()
    await expect
      .poll(() => vi.mocked(host.toast).mock.calls)
      .toEqual([['error', '@document.unknownDialog', 1500]])
  })

  it('of the whole screen gives its body the whole width', async () => {
    const document_ = {
      title: 'A',
      body: { node: 'button', text: '打开', do: { open: 'wide' } },
      dialogs: { wide: { title: '宽', mode: 'fullScreen', body: { node: 'text', text: '内容' } } },
    }
    show({ [FILE]: document_ }, answers([]))
    ;(await button('打开')).click()
    const content = await one('[role=dialog] .loam-dialog-content')
    expect(content.getBoundingClientRect().width).toBeGreaterThan(innerWidth * 0.9)
  })
})
