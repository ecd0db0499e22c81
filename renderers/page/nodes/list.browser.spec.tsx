import { CallError, type Host } from '@runtime/host'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const ROWS = [
  { id: '1', name: '东泵', state: 1, depth: 20, note: '检修后第一天' },
  { id: '2', name: '西泵', state: 0, depth: 40, note: '无' },
  { id: '3', name: '南泵', state: 1, depth: 60, note: '备用' },
]
const COLUMNS = [
  { path: 'name', label: '名称' },
  { path: 'depth', label: '深度' },
  { path: 'state', label: '状态' },
]

function listed(words: object, rows: readonly object[] = ROWS, more: object = {}) {
  const call = vi.fn<Host['call']>(async () => ({ data: { list: rows }, msg: '' }))
  const body = { node: 'list', source: 'pumps', title: '水泵', columns: COLUMNS, paging: false, ...words }
  const host = show({ [FILE]: { title: 'A', data: { pumps: { call: 'pumps.list' } }, body, ...more } }, call)
  const place = document.body.firstElementChild as HTMLElement
  place.style.height = '600px'
  return { host, call }
}

const rowOf = async (id: string) => {
  await expect.poll(() => document.querySelector(`[data-row="${id}"]`), { timeout: 20_000 }).not.toBeNull()
  return document.querySelector(`[data-row="${id}"]`) as HTMLElement
}
const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
const toasts = (host: Host) => vi.mocked(host.toast).mock.calls.map(([, text]) => text)

afterEach(() => page.viewport(1280, 800))

describe('a click on a row', () => {
  const open = { toast: 'success', text: '${row.name}' }

  it('does what the list says, by Enter and on a phone’s card too, and no button’s work', async () => {
    const row = [{ text: '看', do: { toast: 'info', text: '按钮' } }]
    const { host } = listed({ open, row })
    const first = await rowOf('1')
    first.querySelector<HTMLElement>('.loam-list-cell-text')?.click()
    await expect.poll(() => toasts(host)).toEqual(['东泵'])
    first.querySelector<HTMLElement>('button')?.click()
    await expect.poll(() => toasts(host)).toEqual(['东泵', '按钮'])
    first.focus()
    press(first, 'ArrowDown')
    await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('2')
    press(document.activeElement as Element, 'Enter')
    await expect.poll(() => toasts(host).at(-1)).toBe('西泵')
    await page.viewport(390, 800)
    await expect.poll(() => document.querySelector('.loam-list-card-words')).not.toBeNull()
    const cards = [...document.querySelectorAll<HTMLElement>('.loam-list-card-words')]
    cards[2]?.click()
    await expect.poll(() => toasts(host).at(-1)).toBe('南泵')
  })

  it('is none while words are being marked, and rows that do nothing take no focus', async () => {
    const { host } = listed({ open })
    const first = await rowOf('1')
    document.getSelection()?.selectAllChildren(first.querySelector('.loam-list-cell-text') as Element)
    first.querySelector<HTMLElement>('.loam-list-cell-text')?.click()
    expect(toasts(host)).toEqual([])
    listed({})
    expect((await rowOf('1')).hasAttribute('tabindex')).toBe(false)
    expect(document.querySelector('[role="table"]')).not.toBeNull()
  })

  it('runs once however often it is pressed while it runs', async () => {
    const steps = [{ call: 'pump.look', with: { id: '${row.id}' } }, open]
    const { host, call } = listed({ open: steps })
    const first = await rowOf('1')
    let answer: (data: unknown) => void = () => undefined
    call.mockImplementation(() => new Promise((resolve) => (answer = () => resolve({ data: {}, msg: '' }))))
    for (let time = 0; time < 3; time++) first.click()
    expect(call.mock.calls.filter(([name]) => name === 'pump.look')).toHaveLength(1)
    answer({})
    await expect.poll(() => toasts(host)).toEqual(['东泵'])
  })
})

describe('buttons without a code', () => {
  it('are told apart by where they stand, also where both have one name', async () => {
    const say = (text: string) => ({ text, value: 'same', do: { toast: 'info', text } })
    const row = { ...say('行'), do: { toast: 'info', text: '${row.name}' } }
    const { host } = listed({ toolbar: [say('栏')], row: [row] })
    await rowOf('1')
    ;(await button('栏')).click()
    await expect.poll(() => toasts(host)).toEqual(['栏'])
    ;(await button('行')).click()
    await expect.poll(() => toasts(host)).toEqual(['栏', '东泵'])
  })

  it('gives a tool bar’s button the ticked rows, and no row', async () => {
    const toolbar = [
      { text: '栏', value: 'same', do: { toast: 'info', text: "${row == null ? '无' : '有'}" } },
    ]
    const { host } = listed({
      toolbar,
      row: [{ text: '行', value: 'same', do: { toast: 'info', text: '行' } }],
      selection: true,
    })
    const first = await rowOf('1')
    first.querySelector<HTMLElement>('input[type=checkbox]')?.click()
    ;(await button('栏')).click()
    await expect.poll(() => toasts(host)).toEqual(['无'])
  })
})

describe('what opens below a row', () => {
  const detail = {
    node: 'stack',
    items: [
      { node: 'text', text: '备注：${row.note}' },
      { node: 'button', text: '记下', do: { toast: 'success', text: '${row.name}' } },
    ],
  }

  it('sees the row, moves the rows below it down, and its buttons act on it', async () => {
    const { host } = listed({ detail })
    const first = await rowOf('1')
    const before = (await rowOf('2')).getBoundingClientRect().top
    first.querySelector<HTMLElement>('.loam-list-toggle')?.click()
    await expect.poll(() => first.textContent).toContain('备注：检修后第一天')
    await expect
      .poll(async () => {
        const below = first.querySelector('.loam-list-detail')?.getBoundingClientRect()
        return Math.abs((await rowOf('2')).getBoundingClientRect().top - (below?.bottom ?? 0)) <= 1
      })
      .toBe(true)
    expect((await rowOf('2')).getBoundingClientRect().top).toBeGreaterThan(before + 40)
    first.querySelector<HTMLElement>('.loam-list-detail button')?.click()
    await expect.poll(() => toasts(host)).toEqual(['东泵'])
    first.focus()
    press(first, 'Enter')
    await expect.poll(() => first.querySelector('.loam-list-detail')).toBeNull()
  })

  it('opens in a card too', async () => {
    await page.viewport(390, 800)
    listed({ detail })
    const card = await rowOf('2')
    card.querySelector<HTMLElement>('.loam-list-toggle')?.click()
    await expect.poll(() => card.textContent).toContain('备注：无')
    await expect
      .poll(async () => (await rowOf('3')).getBoundingClientRect().top - card.getBoundingClientRect().bottom)
      .toBe(8)
  })
})

describe('looks by condition', () => {
  it('are those of the first condition that holds, of rows and of cells, and follow the page', async () => {
    const style = [
      { when: 'row.id == page.marked', tone: 'danger' },
      { when: 'row.state == 0', tone: 'muted' },
    ]
    const columns = [
      { ...COLUMNS[0], style: [{ when: 'row.depth > 30', tone: 'warning', strong: true }] },
      ...COLUMNS.slice(1),
    ]
    const toolbar = [{ text: '标记', do: { set: { 'page.marked': '2' } } }]
    listed({ style, columns, toolbar }, ROWS, { state: { marked: '1' } })
    expect((await rowOf('1')).className).toContain('loam-tone-danger')
    expect((await rowOf('2')).className).toContain('loam-tone-muted')
    expect((await rowOf('3')).className).not.toContain('loam-tone')
    expect((await rowOf('1')).querySelector('.loam-tone-warning')).toBeNull()
    expect((await rowOf('2')).querySelector('.loam-tone-warning.loam-tone-strong')?.textContent).toBe('西泵')
    const mark = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === '标记')
    mark?.click()
    await expect.poll(async () => (await rowOf('2')).className).toContain('loam-tone-danger')
    expect((await rowOf('1')).className).not.toContain('loam-tone')
  })
})

describe('a phone', () => {
  it('shows the columns that the document names, in its order, each card as high as it needs', async () => {
    await page.viewport(390, 800)
    listed({ card: ['name', 'state', 'depth'] })
    const card = await rowOf('3')
    const lines = [...card.querySelectorAll('.loam-list-card-main, .loam-list-card-second')]
    expect(lines.map((line) => line.textContent)).toEqual(['南泵', '状态：1', '深度：60'])
    const box = card.getBoundingClientRect()
    for (const line of lines) {
      const { top, bottom } = line.getBoundingClientRect()
      expect(top >= box.top && bottom <= box.bottom).toBe(true)
    }
  })
})

describe('an empty list', () => {
  it('says what belongs there, with its places filled', async () => {
    listed({ empty: '先在${page.place}装一台泵' }, [], { state: { place: '东区' } })
    await expect.poll(() => document.body.textContent, { timeout: 20_000 }).toContain('先在东区装一台泵')
  })
})

describe('what columns come to', () => {
  const summary = ['depth']
  const foot = async () => {
    await rowOf('1')
    return [...document.querySelectorAll('.loam-list-table-foot [role="row"]')].map((line) =>
      [...line.querySelectorAll('[role="cell"]')].map((cell) => cell.textContent).filter(Boolean),
    )
  }
  const answered = (more: object) => {
    const data = { list: ROWS, pagination: { total: 61 }, ...more }
    const call = vi.fn<Host['call']>(async () => ({ data, msg: '' }))
    const body = { node: 'list', source: 'pumps', title: '水泵', columns: COLUMNS, summary }
    show({ [FILE]: { title: 'A', data: { pumps: { call: 'pumps.list' } }, body } }, call)
    ;(document.body.firstElementChild as HTMLElement).style.height = '600px'
  }

  it('is of all that matches, as the server says, with the page’s beside it', async () => {
    answered({ totals: { depth: 2440 } })
    expect(await foot()).toEqual([
      ['@list.totalOfPage', '120'],
      ['@list.totalOf', '2440'],
    ])
  })

  it('says that it is of the page where the server says no more', async () => {
    answered({})
    expect(await foot()).toEqual([['@list.totalOfPage', '120']])
  })

  it('is one line where the page is all there is', async () => {
    listed({ summary })
    expect(await foot()).toEqual([['@list.totalOf', '120']])
  })
})

describe('rows that hang together', () => {
  const names = async () => {
    await expect.poll(() => document.querySelector('[data-row]'), { timeout: 20_000 }).not.toBeNull()
    return [...document.querySelectorAll('[data-row]')].map(
      (row) => row.querySelector('.loam-list-cell-text')?.textContent,
    )
  }
  const areas: Record<string, readonly object[]> = {
    '-1': [
      { id: '11', name: '北京' },
      { id: '12', name: '天津', end: true },
    ],
    '11': [{ id: '1101', name: '朝阳' }],
    '1101': [],
  }
  const COLUMN = [{ path: 'name', label: '名称' }]
  const lazily = () => {
    const call = vi.fn<Host['call']>(async (_name, input) => ({
      data: { list: areas[String(input?.['id'])] ?? [] },
      msg: '',
    }))
    const tree = { children: { call: 'areas.list', with: { id: '${row.id}' } }, leaf: 'row.end' }
    const body = { node: 'list', source: 'areas', title: '区', columns: COLUMN, paging: false, tree }
    show({ [FILE]: { title: 'A', data: { areas: { call: 'areas.list', with: { id: '-1' } } }, body } }, call)
    ;(document.body.firstElementChild as HTMLElement).style.height = '600px'
    return call
  }

  it('level by level: a level is asked for when it is opened, once, and what has nothing below it says so', async () => {
    const call = lazily()
    expect(await names()).toEqual(['北京', '天津'])
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
    expect(rows().map((row) => row.getAttribute('aria-expanded'))).toEqual(['false', null])
    rows()[0]?.focus()
    press(rows()[0] as Element, 'ArrowRight')
    await expect.poll(names).toEqual(['北京', '朝阳', '天津'])
    press(await rowOf('1101'), 'ArrowRight')
    await expect.poll(async () => (await rowOf('1101')).getAttribute('aria-expanded')).toBeNull()
    press(await rowOf('11'), 'ArrowLeft')
    await expect.poll(names).toEqual(['北京', '天津'])
    press(await rowOf('11'), 'ArrowRight')
    await expect.poll(names).toEqual(['北京', '朝阳', '天津'])
    expect(
      call.mock.calls.filter(([name]) => name === 'areas.list').map(([, input]) => input?.['id']),
    ).toEqual(['-1', '11', '1101'])
  })

  it('by the id of the row above, however they come; one whose parent is not there stands at the top', async () => {
    const rows = [
      { id: '2', name: '二', up: '1' },
      { id: '1', name: '一', up: null },
      { id: '3', name: '三', up: 'gone' },
    ]
    listed({ columns: COLUMN, tree: { parent: 'up' } }, rows)
    const first = await rowOf('1')
    expect(await names()).toEqual(['一', '三'])
    first.querySelector<HTMLElement>('.loam-list-toggle')?.click()
    await expect.poll(names).toEqual(['一', '二', '三'])
  })

  it('under headings by the values of a column, which are shown as the column shows them', async () => {
    const widget = { widget: 'tag', settings: { options: [{ value: 1, label: '运行', color: 'green' }] } }
    const columns = [COLUMNS[0], COLUMNS[1], { ...COLUMNS[2], ...widget }]
    listed({ columns, group: 'state', summary: ['depth'] }, [...ROWS, { id: '4', name: '备泵', depth: 1 }])
    await rowOf('1')
    const headings = [...document.querySelectorAll('.loam-list-group')]
    // The tag's own code comes after the row.
    await expect.poll(() => headings[0]?.querySelector('.loam-choice-value-green')).not.toBeNull()
    expect(headings.map((row) => row.querySelector('.loam-list-cell-text')?.textContent)).toEqual([
      '运行',
      '0',
      '@list.ungrouped',
    ])
    expect(headings[0]?.textContent).toContain('80')
    expect(document.querySelectorAll('[role="columnheader"]').length).toBe(2)
  })
})

describe('a tree at the left', () => {
  it('is a source of the page; its chosen node goes with the search, and a second press frees it', async () => {
    const units = [{ id: 'u1', title: '东区', children: [{ id: 'u2', title: '东一' }] }]
    const call = vi.fn<Host['call']>(async (name) => ({
      data: { list: name === 'units.list' ? units : ROWS },
      msg: '',
    }))
    const left = { source: 'units', field: 'unitId', title: '${page.word}单位', label: 'title' }
    const body = { node: 'list', source: 'pumps', columns: COLUMNS, paging: false, left }
    const data = { pumps: { call: 'pumps.list', with: { kind: 'a' } }, units: { call: 'units.list' } }
    show({ [FILE]: { title: 'A', state: { word: '全部' }, data, body } }, call)
    ;(document.body.firstElementChild as HTMLElement).style.height = '600px'
    await rowOf('1')
    await expect.poll(() => document.querySelector('.loam-list-tree-title')?.textContent).toBe('全部单位')
    const titled = (title: string) =>
      [...document.querySelectorAll<HTMLElement>('.arco-tree-node-title')].find(
        (node) => node.textContent === title,
      )
    await expect.poll(() => titled('东一')).toBeDefined()
    const requested = () =>
      call.mock.calls.filter(([name]) => name === 'pumps.list').map(([, input]) => input)
    titled('东一')?.click()
    await expect.poll(() => requested().at(-1)).toEqual({ kind: 'a', unitId: 'u2' })
    titled('东一')?.click()
    await expect.poll(() => requested().at(-1)).toEqual({ kind: 'a' })
  })
})

describe('columns that a place gives', () => {
  const fields = [
    { path: 'name', label: '名称' },
    { path: 'depth', label: '深度', style: [{ when: 'row.depth > 30', tone: 'danger' }] },
  ]
  const heads = () => [...document.querySelectorAll('[role="columnheader"]')].map((head) => head.textContent)

  it('are drawn, and follow the page', async () => {
    const toolbar = [{ text: '换', do: { set: { 'page.fields': [{ path: 'note', label: '备注' }] } } }]
    listed({ columns: '${page.fields}', toolbar }, ROWS, { state: { fields } })
    expect((await rowOf('2')).querySelector('.loam-tone-danger')?.textContent).toBe('40')
    expect(heads()).toContain('深度')
    ;[...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === '换')?.click()
    await expect.poll(heads).toContain('备注')
    expect(heads()).not.toContain('深度')
  })

  it('that are no columns are told in the list’s place', async () => {
    for (const wrong of [[{ path: 1 }], 'x', [{ path: 'a', label: '${(' }]]) {
      listed({ columns: '${page.fields}' }, ROWS, { state: { fields: wrong } })
      await expect.poll(() => document.body.textContent, { timeout: 20_000 }).toContain('@list.noColumns')
    }
  })
})

describe('rows that are edited in place', () => {
  const form = {
    fields: [
      { name: 'name', widget: 'input', label: '名称', required: true },
      { name: 'depth', widget: 'number-input', label: '深度' },
    ],
  }
  const open = { open: 'edit', with: { row: '${row}' } }
  const words = {
    edit: 'inline',
    row: [{ text: '编辑', code: 'btn_edit', do: open }],
    toolbar: [{ text: '新建', code: 'btn_add', do: { open: 'edit' } }],
  }
  const dialogs = {
    edit: {
      title: '泵',
      form: 'a.form.json',
      load: { call: 'pump.info', with: { id: '${row.id}' }, when: 'row != null' },
      submit: [
        { call: 'pump.save', with: { id: '${row.id}', name: '${form.name}', version: '${form.version}' } },
        { close: true },
        { reload: 'pumps' },
      ],
    },
  }
  function edited() {
    const call = vi.fn<Host['call']>(async (name, input) => {
      if (name === 'pump.info') return { data: { ...ROWS[0], id: input?.['id'], version: 3 }, msg: '' }
      return { data: { list: ROWS }, msg: '' }
    })
    const body = { node: 'list', source: 'pumps', title: '水泵', columns: COLUMNS, paging: false, ...words }
    const page_ = { title: 'A', data: { pumps: { call: 'pumps.list' } }, body, dialogs }
    const host = show({ [FILE]: page_, 'forms/a.form.json': form }, call)
    ;(document.body.firstElementChild as HTMLElement).style.height = '600px'
    return { host, call }
  }
  const pressed = (row: Element, name: string) =>
    vi.waitFor(() => {
      const found = [...row.querySelectorAll('button')].find((one) => one.textContent?.trim() === name)
      if (!found) throw new Error(`no button ${name}`)
      found.click()
    }, 20_000)
  const saved = (call: ReturnType<typeof edited>['call']) =>
    call.mock.calls.filter(([name]) => name === 'pump.save').map(([, input]) => input)
  const inputIn = async (row: HTMLElement) => {
    await expect.poll(() => row.querySelector('.loam-list-edit input'), { timeout: 20_000 }).not.toBeNull()
    return row.querySelector('.loam-list-edit input') as HTMLInputElement
  }
  const type = (input: HTMLInputElement, text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  it('read, check and save as the dialog of their edit button would, without it', async () => {
    const { call } = edited()
    const row = await rowOf('1')
    await pressed(row, '编辑')
    const input = await inputIn(row)
    expect(input.value).toBe('东泵')
    type(input, '')
    press(input, 'Enter')
    await expect.poll(() => row.querySelector('.loam-form-error')?.textContent ?? '').not.toBe('')
    expect(saved(call)).toEqual([])
    type(input, '新泵')
    press(input, 'Enter')
    await expect.poll(() => saved(call)).toEqual([{ id: '1', name: '新泵', version: 3 }])
    await expect.poll(() => row.querySelector('.loam-list-edit')).toBeNull()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('keep what was typed when the server refuses, and show what somebody else saved', async () => {
    const { call } = edited()
    const row = await rowOf('1')
    await pressed(row, '编辑')
    const input = await inputIn(row)
    type(input, '我的')
    call.mockImplementation(async (name, given) => {
      if (name !== 'pump.save') return { data: { list: ROWS }, msg: '' }
      if (given?.['version'] === 4) return { data: {}, msg: '' }
      throw new CallError(409, '已被修改', [], { data: { ...ROWS[0], name: '别人的', version: 4 } })
    })
    press(input, 'Enter')
    await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent ?? '').toContain('别人的')
    await pressed(document.querySelector('[role="dialog"]') as Element, '@view.saveMine')
    await expect.poll(() => saved(call).at(-1)).toEqual({ id: '1', name: '我的', version: 4 })
    await expect.poll(() => row.querySelector('.loam-list-edit')).toBeNull()
  })

  it('begin as new ones at the top, and give up with Escape', async () => {
    const { call } = edited()
    await rowOf('1')
    await pressed(document.body, '新建')
    const row = await rowOf('new-1')
    press(await inputIn(row), 'Escape')
    await expect.poll(() => document.querySelector('[data-row="new-1"]')).toBeNull()
    expect(saved(call)).toEqual([])
  })

  it('open the dialog on a phone', async () => {
    await page.viewport(390, 800)
    edited()
    const card = await rowOf('1')
    card.querySelector<HTMLElement>('.loam-list-card-words')?.click()
    await expect
      .poll(() => document.querySelector('[role="dialog"] input'), { timeout: 20_000 })
      .not.toBeNull()
  })
})

describe('rows that are moved', () => {
  const save = { toast: 'success', text: '${row.name}>${moved.parent}/${moved.before}' }
  const nested = [
    { id: '1', name: '一', children: [{ id: '11', name: '一一' }] },
    { id: '2', name: '二' },
    { id: '3', name: '三' },
  ]
  const alt = async (id: string, key: string) => {
    const row = await rowOf(id)
    row.focus()
    press(row, key, { altKey: true })
  }
  const drag = async (from: string, to: string, part: number) => {
    const data = new DataTransfer()
    const target = await rowOf(to)
    const { top, height } = target.getBoundingClientRect()
    const fire = (element: Element, type: string) =>
      element.dispatchEvent(
        new DragEvent(type, {
          bubbles: true,
          cancelable: true,
          dataTransfer: data,
          clientY: top + height * part,
        }),
      )
    fire(await rowOf(from), 'dragstart')
    fire(target, 'dragover')
    await expect.poll(() => document.querySelector('[data-drop]') !== null || part === 0.01).toBe(true)
    fire(target, 'drop')
  }

  it('by Alt with the arrows: among siblings, below the row above, and beside the parent', async () => {
    const { host } = listed({ nested: true, drag: { parent: true, save } }, nested)
    const first = await rowOf('1')
    first.querySelector<HTMLElement>('.loam-list-toggle')?.click()
    await alt('2', 'ArrowUp')
    await expect.poll(() => toasts(host).at(-1)).toBe('二>/1')
    await alt('2', 'ArrowDown')
    await expect.poll(() => toasts(host).at(-1)).toBe('二>/')
    await alt('2', 'ArrowRight')
    await expect.poll(() => toasts(host).at(-1)).toBe('二>1/')
    await alt('11', 'ArrowLeft')
    await expect.poll(() => toasts(host).at(-1)).toBe('一一>/2')
    const count = toasts(host).length
    await alt('1', 'ArrowUp')
    await alt('1', 'ArrowLeft')
    expect(toasts(host)).toHaveLength(count)
  })

  it('by pointer: before, after and below another one, never below themselves', async () => {
    const { host } = listed({ nested: true, drag: { parent: true, save } }, nested)
    await rowOf('3')
    await drag('3', '1', 0.1)
    await expect.poll(() => toasts(host).at(-1)).toBe('三>/1')
    await drag('3', '1', 0.5)
    await expect.poll(() => toasts(host).at(-1)).toBe('三>1/')
    await drag('1', '2', 0.9)
    await expect.poll(() => toasts(host).at(-1)).toBe('一>/3')
    ;(await rowOf('1')).querySelector<HTMLElement>('.loam-list-toggle')?.click()
    const count = toasts(host).length
    await rowOf('11')
    await drag('1', '11', 0.01)
    expect(toasts(host)).toHaveLength(count)
    expect(document.querySelector('[data-drop]')).toBeNull()
  })

  it('among their siblings only, where the list says no more', async () => {
    const { host } = listed({ drag: { save } })
    await drag('3', '1', 0.5)
    await expect.poll(() => toasts(host).at(-1)).toBe('南泵>/2')
    await alt('2', 'ArrowRight')
    expect(toasts(host)).toHaveLength(1)
  })
})
