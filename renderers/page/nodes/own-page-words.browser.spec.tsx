import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const shown = (body: object, more: object = {}) => ({ [FILE]: { title: 'A', body, ...more } })
const nothing = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)

describe('tabs at the left', () => {
  const tabs = {
    node: 'tabs',
    placement: 'left',
    items: ['甲', '乙'].map((title) => ({ title, body: { node: 'text', text: `${title}页` } })),
  }

  it('stand beside what they open, and above it on a phone', async () => {
    show(shown(tabs), nothing)
    await expect.element(screen.getByText('甲页'), LOADING).toBeVisible()
    await screen.getByRole('tab', { name: '乙' }).click()
    await expect.element(screen.getByText('乙页')).toBeVisible()
    const [list, pane] = [one('[role=tablist]'), one('.arco-tabs-content')]
    expect(list?.getBoundingClientRect().right).toBeLessThanOrEqual(
      Number(pane?.getBoundingClientRect().left),
    )
    await screen.viewport(390, 844)
    await expect
      .poll(() => Number(one('[role=tablist]')?.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(Number(one('.arco-tabs-content')?.getBoundingClientRect().top) + 1)
    expect(one('[role=tab]')?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    await screen.viewport(1440, 900)
  })
})

describe('words and pictures', () => {
  it('a picture that is not there yet has a word in its place, in the shape that it will have', async () => {
    show(
      shown({ node: 'image', src: '', alt: '王小田', instead: '王', shape: 'round', width: 72, height: 72 }),
      nothing,
    )
    const place = screen.getByRole('img', { name: '王小田' })
    await expect.element(place, LOADING).toHaveTextContent('王')
    expect(getComputedStyle(place.element()).borderRadius).toBe('50%')
  })

  it('marks, subtitles, lines between rows and facts that are not always there', async () => {
    const items = [
      { node: 'text', kind: 'subtitle', text: '小标题' },
      { node: 'text', kind: 'mark', icon: 'Check', text: '当前' },
      {
        node: 'each',
        rows: [{ id: 1 }, { id: 2 }],
        divided: true,
        body: { node: 'text', text: '第${row.id}行' },
      },
      {
        node: 'descriptions',
        items: [
          { label: '有', value: 1 },
          { label: '无', value: 2, visible: '1 == 2' },
        ],
      },
      {
        node: 'stack',
        direction: 'horizontal',
        justify: 'between',
        items: [
          { node: 'text', text: '左' },
          { node: 'text', text: '右' },
        ],
      },
    ]
    show(shown({ node: 'stack', items }), nothing)
    await expect.element(screen.getByRole('heading', { name: '小标题', level: 3 }), LOADING).toBeVisible()
    expect(screen.getByText('当前').element().querySelector('svg')).not.toBeNull()
    expect(getComputedStyle(screen.getByText('第2行').element()).borderBlockStartWidth).toBe('1px')
    expect(getComputedStyle(screen.getByText('第1行').element()).borderBlockStartWidth).toBe('0px')
    expect(screen.getByText('无', { exact: true }).query()).toBeNull()
    const [left, right] = ['左', '右'].map((name) => screen.getByText(name).element().getBoundingClientRect())
    expect(Number(right?.left) - Number(left?.right)).toBeGreaterThan(200)
  })
})

describe('a card of a source', () => {
  it('waits and fails with it, and is drawn once it has answered', async () => {
    let fails = true
    const call = vi.fn<Host['call']>(async () => {
      if (fails) throw new Error('服务器没有回应')
      return { data: { name: '东泵' }, msg: '' }
    })
    const card = { node: 'card', source: 'pump', body: { node: 'text', text: '名：${data.pump.name}' } }
    show(shown(card, { data: { pump: { call: 'pump.read' } } }), call)
    await expect.element(screen.getByText('服务器没有回应'), LOADING).toBeVisible()
    expect(screen.getByText('名：').query()).toBeNull()
    fails = false
    await screen.getByRole('button').click()
    await expect.element(screen.getByText('名：东泵')).toBeVisible()
  })
})

describe('a tree', () => {
  it('says what belongs in it, and makes records of what is fetched below one', async () => {
    const answers: Readonly<Record<string, unknown>> = {
      'people.top': { list: [{ id: '1', user: '甲', isLeaf: false }] },
      'people.below': { list: [{ id: '2', user: '乙', isLeaf: true }] },
      'people.none': { list: [] },
    }
    const call = vi.fn<Host['call']>(async (name) => ({ data: answers[name], msg: '' }))
    const map = { id: '${row.id}', isLeaf: '${row.isLeaf}', name: '${row.user}先生' }
    const tree = {
      node: 'tree',
      source: 'top',
      label: 'name',
      expanded: false,
      children: { call: 'people.below', with: { id: '${row.id}' }, leaf: 'row.isLeaf', map },
    }
    const empty = { node: 'tree', source: 'none', empty: '没有下属' }
    show(
      shown(
        { node: 'stack', items: [tree, empty] },
        { data: { top: { call: 'people.top', map }, none: { call: 'people.none' } } },
      ),
      call,
    )
    await expect.element(screen.getByText('没有下属'), LOADING).toBeVisible()
    await expect.element(screen.getByText('甲先生')).toBeVisible()
    one('.arco-tree-node-switcher-icon')?.click()
    await expect.element(screen.getByText('乙先生')).toBeVisible()
  })
})

describe('a form', () => {
  it('tells of each change of a person, by a document and by a JSON Schema, and of no other', async () => {
    const call = vi.fn<Host['call']>(async () => ({ data: null, msg: '' }))
    const change = { call: 'pump.try', with: { form: '${form}' } }
    const byDocument = { node: 'form', ref: 'a.form.json', name: 'a', record: { kind: '滴灌' }, change }
    const schema = { type: 'object', properties: { block: { type: 'string', title: '地块号' } } }
    const bySchema = { node: 'form', schema, name: 'b', change }
    show(
      {
        ...shown({ node: 'stack', items: [byDocument, bySchema] }),
        'forms/a.form.json': { fields: [{ name: 'kind', widget: 'input', label: '方式' }] },
      },
      call,
    )
    await userEvent.fill(screen.getByLabelText('地块号'), 'B')
    await expect
      .poll(() => call.mock.calls)
      .toEqual([['pump.try', { form: { block: 'B' } }, expect.anything()]])
    await userEvent.fill(screen.getByLabelText('方式'), '喷灌')
    await expect.poll(() => call.mock.calls.at(-1)?.[1]).toEqual({ form: { kind: '喷灌' } })
  })
})

describe('one record that is printed', () => {
  it('is looked at in its dialog, whose button prints it alone', async () => {
    const host = show(
      shown(
        { node: 'button', text: '打印泵', do: { print: 'view', with: { row: { name: '东泵' } } } },
        { dialogs: { view: { title: '查看', body: { node: 'text', text: '名：${row.name}' } } } },
      ),
      nothing,
    )
    await screen.getByRole('button', { name: '打印泵' }).click()
    await expect.element(screen.getByText('名：东泵'), LOADING).toBeVisible()
    expect(host.print).not.toHaveBeenCalled()
    await screen.getByRole('dialog').getByRole('button', { name: '@common.print' }).click()
    expect(host.print).toHaveBeenCalledWith('dialog')
    expect(one('.loam-printed-dialog [role=dialog]')).not.toBeNull()
  })
})
