import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { button, FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const units = [
  {
    id: 'a',
    fullName: '一队',
    children: [
      { id: 'a1', fullName: '一班' },
      { id: 'a2', fullName: '二班' },
    ],
  },
  { id: 'b', fullName: '二队' },
]
const tree = (more: object, items: readonly object[] = []) => ({
  [FILE]: {
    title: 'A',
    state: { chosen: null, ticked: [] },
    data: { units: { call: 'units.list' } },
    body: {
      node: 'stack',
      items: [{ node: 'tree', source: 'units', selected: 'page.chosen', ...more }, ...items],
    },
  },
})
const answering = (list: readonly object[] = units) =>
  vi.fn<Host['call']>(async (name, input) => {
    if (name === 'units.below')
      return { data: { list: [{ id: `${input?.['of']}1`, fullName: `${input?.['of']}之下` }] }, msg: '' }
    return { data: name === 'units.list' ? { list } : null, msg: '' }
  })
const nodes = () => [...document.querySelectorAll<HTMLElement>('.arco-tree-node')]
const named = async (name: string) => {
  const find = () => nodes().find((node) => node.textContent === name)
  await expect.poll(find, LOADING).toBeDefined()
  return find() as HTMLElement
}

describe('ticks of a tree', () => {
  const told = { node: 'button', text: '说', do: { call: 'told', with: { ids: '${page.ticked}' } } }
  const tick = async (name: string) =>
    (await named(name)).querySelector<HTMLElement>('.arco-checkbox')?.click()
  const sent = async (call: ReturnType<typeof answering>) => {
    ;(await button('说')).click()
    await expect.poll(() => call.mock.lastCall?.[0]).toBe('told')
    return call.mock.lastCall?.[1]
  }

  it('count for all below, and of a part show half', async () => {
    const call = answering()
    show(tree({ checkable: true, checked: 'page.ticked' }, [told]), call)
    await tick('一班')
    const parent = await named('一队')
    await expect.poll(() => parent.querySelector('.arco-checkbox-indeterminate')).not.toBeNull()
    expect(await sent(call)).toEqual({ ids: ['a1'] })
    await tick('二班')
    await expect.poll(() => parent.querySelector('.arco-checkbox-checked')).not.toBeNull()
  })

  it('stay where a keyword hides what is ticked', async () => {
    const call = answering()
    const open = { checkable: true, checked: 'page.ticked', filter: true }
    show(tree(open, [told]), call)
    await tick('一班')
    await expect.poll(() => document.querySelector('.arco-checkbox-checked')).not.toBeNull()
    await userEvent.fill(document.querySelector('input') as HTMLInputElement, '二')
    await expect.poll(() => nodes().some(({ textContent }) => textContent === '一班')).toBe(false)
    await tick('二队')
    expect(await sent(call)).toEqual({ ids: expect.arrayContaining(['a1', 'b']) })
    await tick('二队')
    expect(await sent(call)).toEqual({ ids: expect.arrayContaining(['a1']) })
  })

  it('count each by itself where the document says so', async () => {
    const call = answering()
    show(tree({ checkable: true, checked: 'page.ticked', half: false }, [told]), call)
    await tick('一队')
    expect(await sent(call)).toEqual({ ids: ['a'] })
  })
})

it('what is below a record is fetched when it is opened, once', async () => {
  const call = answering([
    { id: 'x', fullName: '甲' },
    { id: 'y', fullName: '乙', end: true },
  ])
  const children = { call: 'units.below', with: { of: '${row.id}' }, leaf: 'row.end == true' }
  show(tree({ children, expanded: false }), call)
  const open = async (name: string) =>
    (await named(name)).querySelector<HTMLElement>('.arco-tree-node-switcher-icon')?.click()
  await open('甲')
  await named('x之下')
  expect((await named('乙')).className).toContain('leaf')
  expect(call.mock.calls.filter(([name]) => name === 'units.below').map(([, input]) => input)).toEqual([
    { of: 'x' },
  ])
})

describe('a record is moved', () => {
  const save = {
    call: 'units.move',
    with: { id: '${row.id}', parent: '${moved.parent}', before: '${moved.before}' },
  }
  const shown = async (drag: object, chosen: string) => {
    const call = answering()
    show(tree({ drag }), call)
    ;(await named(chosen)).querySelector<HTMLElement>('.arco-tree-node-title')?.click()
    await expect.poll(() => document.querySelector('.arco-tree-node-selected')?.textContent).toBe(chosen)
    document.querySelector<HTMLElement>('.loam-node-tree-body [tabindex], .arco-tree')?.focus()
    return () => call.mock.calls.filter(([name]) => name === 'units.move').map(([, input]) => input)
  }

  it('among those beside it by Alt and arrows, and not beyond them', async () => {
    const moves = await shown({ save }, '一班')
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowDown}{ArrowLeft}{ArrowRight}{/Alt}')
    await expect.poll(moves).toEqual([{ id: 'a1', parent: 'a', before: null }])
    expect(document.querySelector('.arco-tree-node[draggable], [draggable=true]')).not.toBeNull()
  })

  it('below another one and out again where the document says so', async () => {
    const moves = await shown({ parent: true, save }, '二班')
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowLeft}{/Alt}')
    await expect
      .poll(() => moves().slice(0, 2))
      .toMatchObject([
        { id: 'a2', parent: 'a1', before: null },
        { id: 'a2', parent: null },
      ])
  })
})

it('of ten thousand records draws those in view', async () => {
  show(tree({}), answering(Array.from({ length: 10_000 }, (_, id) => ({ id, fullName: `单位${id}` }))))
  await named('单位0')
  expect(nodes().length).toBeLessThan(200)
})
