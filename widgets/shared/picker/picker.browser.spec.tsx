import { CallError } from '@runtime/host'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { widget as departments } from '../../department-select'
import { widget as groups } from '../../group-select'
import { widget as organizations } from '../../organize-select'
import { widget as positions } from '../../position-select'
import { widget as roles } from '../../role-select'
import { widget as user } from '../../user-select'
import { widget as users } from '../../users-select'
import type { Widget } from '../../widget'
import { mountWidget, testField, unmountAll } from '../testing'
import { peopleHost, wire } from './people/testing'

afterEach(async () => {
  unmountAll()
  await page.viewport(1440, 900)
})

const box = () => page.getByRole('combobox', { name: '字段' })
const dialog = () => page.getByRole('dialog')
const search = () => dialog().getByRole('combobox', { name: '输入关键词搜索' })
const item = (name: string) => dialog().getByRole('treeitem', { name, exact: true })
const option = (name: string) => dialog().getByRole('option', { name })
const chosen = () => dialog().getByRole('region', { name: '已选' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const field = (widget: Widget, settings: object = {}, value: unknown = null, host = peopleHost()) => ({
  ...mountWidget(widget, { settings, value, props: { host } }),
  host,
})
const tabs = () =>
  dialog()
    .getByRole('tab')
    .all()
    .map((tab) => tab.element().textContent)

describe('the picker dialog', () => {
  it.each([
    { widget: organizations, title: '选择组织' },
    { widget: groups, title: '分组选择' },
    { widget: departments, title: '选择部门' },
    { widget: positions, title: '选择岗位' },
    { widget: roles, title: '选择角色' },
    { widget: user, title: '选择用户' },
    { widget: users, title: '选择用户' },
  ])('of $widget.definition.key is headed $title and 800 px wide', async ({ widget, title }) => {
    field(widget)
    await box().click()
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect.poll(() => dialog().element().getBoundingClientRect().width).toBe(800)
    await expect.element(chosen().getByRole('button', { name: '清空列表' })).toBeVisible()
  })

  it('stays open when one clicks beside it, and writes nothing before it is confirmed', async () => {
    const { changes, value } = field(user, {}, 'u2')
    await box().click()
    await expect.element(item('王小田')).toBeVisible()
    await userEvent.click(document.querySelector('.loam-dialog-veil') as Element, {
      position: { x: 5, y: 5 },
    })
    await expect.element(dialog()).toBeVisible()
    await item('王小田').click()
    await expect.element(chosen().getByText('王小田')).toBeVisible()
    await button('取消').click()
    expect(changes).toEqual([])
    expect(value()).toBe('u2')
    // It begins anew: the value as it is, the keyword empty.
    await box().click()
    await expect.element(chosen().getByText('李大江')).toBeVisible()
    await expect.element(chosen().getByText('王小田')).not.toBeInTheDocument()
  })

  it('confirms one, and the field calls it by its name without asking for it', async () => {
    const { value, host } = field(user)
    await box().click()
    await item('张灌溉').click()
    await button('确定').click()
    expect(value()).toBe('u3')
    await expect.element(box()).toHaveTextContent('张灌溉')
    expect(host.calls.filter(({ name }) => name === 'names.resolve')).toEqual([])
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(document.activeElement).toBe(box().element())
  })

  it('resets the keyword and loads again at every opening', async () => {
    const { host } = field(user)
    await box().click()
    await search().fill('江')
    await expect.element(option('李大江')).toBeVisible()
    await button('取消').click()
    host.calls.length = 0
    await box().click()
    await expect.element(search()).toHaveValue('')
    await expect.element(item('李大江')).toBeVisible()
    expect(host.calls.map(({ name }) => name)).toContain('users.imSelector')
  })

  it.each([
    [true, ['u1', 'u2'], []],
    [false, 'u1', ''],
  ])('clears: several %s', async (multiple, before, after) => {
    const { value } = field(user, { multiple }, before)
    await box().click()
    await button('清空列表').click()
    await expect.element(chosen().getByText('暂无数据')).toBeVisible()
    await button('确定').click()
    expect(value()).toEqual(after)
  })

  it('says what is empty and what does not match', async () => {
    field(user, {}, null)
    await box().click()
    await page.getByRole('tab', { name: '我的下属' }).click()
    await expect.element(dialog().getByRole('status')).toHaveTextContent('暂无数据')
    await page.getByRole('tab', { name: '全部数据' }).click()
    await search().fill('无此人')
    await expect.element(dialog().getByRole('status')).toHaveTextContent('无数据')
  })

  it('waits no more when a list could not be loaded, shows nothing else, and loads with the next opening', async () => {
    let fails = true
    const toasts: unknown[] = []
    const host = peopleHost({
      'group.selector': () => {
        if (fails) throw new CallError(500, '服务繁忙')
        return [wire('group', 'g1', '抢修班')]
      },
    })
    host.toast = (...toast) => void toasts.push(toast)
    field(groups, {}, null, host)
    await box().click()
    await expect.poll(() => toasts).toEqual([['error', '服务繁忙', 1500]])
    await expect.poll(() => dialog().getByRole('status').all()).toHaveLength(0)
    expect(dialog().getByRole('alert').all()).toHaveLength(0)
    fails = false
    await button('取消').click()
    await box().click()
    await expect.element(item('抢修班')).toBeVisible()
  })

  it('folds a branch that could not be loaded, so that unfolding it asks again', async () => {
    let fails = true
    const host = peopleHost({
      'users.imSelector': ({ id }) => {
        const folded = { hasChildren: true }
        if (id === '0')
          return [{ ...wire('company', 'c1', '集团'), ...folded }, wire('company', 'c2', '分场')]
        if (fails) throw new Error('offline')
        return [wire('user', 'u7', '赵小河')]
      },
    })
    host.toast = () => undefined
    field(user, {}, null, host)
    await box().click()
    await item('集团').click()
    await expect.poll(() => item('集团').element().getAttribute('aria-expanded')).toBe('false')
    fails = false
    await item('集团').click()
    await expect.element(item('赵小河')).toBeVisible()
  })
})

describe('pages of people', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => wire('user', `n${at}`, `员工${at}`))
  const paging = () =>
    peopleHost({
      'users.restricted': ({ pagination }) => {
        const { currentPage, pageSize } = pagination as { currentPage: number; pageSize: number }
        return many.slice((currentPage - 1) * pageSize, currentPage * pageSize)
      },
    })
  const pagesOf = (host: ReturnType<typeof peopleHost>) =>
    host.calls
      .filter(({ name }) => name === 'users.restricted')
      .map(({ input }) => input['pagination'] as { currentPage: number; pageSize: number })
  const list = () => dialog().getByRole('listbox').element()

  it('have 20, and the next comes within 200 px of the bottom', async () => {
    const host = paging()
    field(user, { selectType: 'custom', ableIds: ['x'] }, null, host)
    await box().click()
    await expect.element(option('员工0')).toBeVisible()
    const view = list()
    // 20 lines of 36 px: 720 px; the place of the next page stands at their end.
    const near = 720 - view.clientHeight - 200
    expect(near).toBeGreaterThan(8)
    view.scrollTop = near - 8
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(pagesOf(host)).toEqual([{ keyword: '', currentPage: 1, pageSize: 20 }])
    view.scrollTop = near + 8
    await expect.poll(() => pagesOf(host).map(({ currentPage }) => currentPage)).toEqual([1, 2])
  })

  it('end with a page that has fewer', async () => {
    const host = peopleHost({
      'users.organization': ({ currentPage }) => (currentPage === 1 ? many.slice(0, 20) : many.slice(20, 25)),
    })
    field(user, {}, null, host)
    await box().click()
    await page.getByRole('tab', { name: '当前组织' }).click()
    await expect.element(option('员工0')).toBeVisible()
    const requested = () => host.calls.filter(({ name }) => name === 'users.organization').length
    for (let turn = 0; turn < 4; turn += 1) {
      list().scrollTop = list().scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await expect.element(option('员工24')).toBeVisible()
    expect(requested()).toBe(2)
  })

  it('of 10,000 people draw what is in view', async () => {
    const host = peopleHost({ 'group.selector': () => many.map((one) => ({ ...one, type: 'group' })) })
    field(groups, {}, null, host)
    await box().click()
    await expect.element(item('员工0')).toBeVisible()
    expect(dialog().getByRole('treeitem').all().length).toBeLessThan(40)
    await search().fill('员工7777')
    await expect.element(item('员工7777')).toBeVisible()
  })
})

describe('what each picks', () => {
  it('an organisation: its path of ids, called by all that stands above it', async () => {
    const { value, host } = field(organizations)
    await box().click()
    await item('一分场').click()
    await button('确定').click()
    expect(value()).toEqual(['c1', 'f1'])
    await expect.element(box()).toHaveTextContent('集团/一分场')
    expect(host.calls.map(({ name }) => name)).toEqual(['organize.selector'])
  })

  it('several organisations: a list of paths, the top node among them where configured', async () => {
    const { value } = field(organizations, { multiple: true, topNode: true }, [['c1', 'f1']])
    await box().click()
    await item('顶级节点').click()
    await item('灌溉部').click()
    await button('确定').click()
    expect(value()).toEqual([['c1', 'f1'], ['-1'], ['c1', 'f1', 'd1']])
  })

  it('by rights: what only stands above is not chosen', async () => {
    const { value } = field(organizations, { auth: true })
    await box().click()
    await item('集团').click()
    await expect.element(chosen().getByText('暂无数据')).toBeVisible()
    await item('集团').click()
    await item('一分场').click()
    await button('确定').click()
    expect(value()).toEqual(['c1', 'f1'])
  })

  it.each([
    { widget: departments, above: '集团', own: '灌溉部', id: 'd1' },
    { widget: positions, above: '灌溉部', own: '灌溉工', id: 'p1' },
    { widget: groups, above: '班组', own: '抢修班', id: 'g1' },
    { widget: roles, above: '一分场', own: '分场主管', id: 'r1' },
    { widget: user, above: '一分场', own: '王小田', id: 'u1' },
  ])('$widget.definition.key takes nodes of its own type alone', async ({ widget, above, own, id }) => {
    const { value } = field(widget)
    await box().click()
    await item(above).click()
    await expect.element(chosen().getByText('暂无数据')).toBeVisible()
    await item(above).click()
    await item(own).click()
    await button('确定').click()
    expect(value()).toBe(id)
  })

  it.each([
    { widget: organizations, call: 'organize.condition', input: { departIds: ['x'] } },
    { widget: departments, call: 'organize.condition', input: { departIds: ['x'] } },
    { widget: positions, call: 'position.condition', input: { ids: ['x'] } },
    { widget: roles, call: 'role.condition', input: { ids: ['x'] } },
    { widget: groups, call: 'group.condition', input: { ids: ['x'] } },
  ])('$widget.definition.key of given ids asks for these alone', async ({ widget, call, input }) => {
    const host = peopleHost({ [call]: () => [wire('company', 'x', '指定的')] })
    field(widget, { selectType: 'custom', ableIds: ['x'] }, null, host)
    await box().click()
    await expect.element(item('指定的')).toBeVisible()
    expect(new Set(host.calls.map((one) => JSON.stringify([one.name, one.input])))).toEqual(
      new Set([JSON.stringify([call, input])]),
    )
  })

  it('searches a tree with what stands above a match', async () => {
    field(departments)
    await box().click()
    await search().fill('灌溉')
    await expect.element(item('灌溉部')).toBeVisible()
    expect(dialog().getByRole('treeitem').all().length).toBe(3)
    await search().fill('无')
    await expect.element(dialog().getByRole('status')).toHaveTextContent('无数据')
  })

  it('a role: of organisations and for everybody, in two tabs', async () => {
    const { value } = field(roles, { multiple: true })
    await box().click()
    await expect.element(item('分场主管')).toBeVisible()
    expect(tabs()).toEqual(['组织', '全局'])
    await page.getByRole('tab', { name: '全局' }).click()
    await item('审计员').click()
    await button('确定').click()
    expect(value()).toEqual(['r2'])
  })

  it('a user: four tabs, the system variable only with hasSys', async () => {
    const first = field(user)
    await box().click()
    expect(tabs()).toEqual(['全部数据', '当前组织', '我的下属'])
    first.unmount()
    const { value } = field(user, { hasSys: true })
    await box().click()
    expect(tabs()).toEqual(['全部数据', '当前组织', '我的下属', '系统变量'])
    await page.getByRole('tab', { name: '系统变量' }).click()
    await option('当前用户').click()
    await button('确定').click()
    expect(value()).toBe('currentUser')
    await expect.element(box()).toHaveTextContent('当前用户')
  })

  it('a user of given ids: one list, asked with these', async () => {
    const { host } = field(user, { selectType: 'custom', ableIds: ['u1', 'u4'] })
    await box().click()
    await expect.element(option('陈墒情')).toBeVisible()
    expect(dialog().getByRole('option').all().length).toBe(2)
    expect(tabs()).toEqual([])
    expect(host.calls.find(({ name }) => name === 'users.restricted')?.input).toEqual({
      pagination: { keyword: '', currentPage: 1, pageSize: 20 },
      ids: ['u1', 'u4'],
    })
  })

  it('a user of what another field holds: the list follows it', async () => {
    const host = peopleHost()
    let department: unknown = null
    const listeners = new Set<() => void>()
    const context = {
      store: undefined as never,
      get: () => department,
      set: () => undefined,
      subscribe: (_: readonly string[], listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    const settings = { selectType: 'dep', relationField: 'department' }
    mountWidget(user, { settings, props: { host, context } })
    await box().click()
    await expect.element(dialog().getByRole('status')).toHaveTextContent('请先填写')
    department = 'd1'
    for (const tell of listeners) tell()
    await expect.element(option('王小田')).toBeVisible()
    expect(host.calls.at(-1)?.input['ids']).toEqual(['d1--department'])
  })

  it('mixed, one: people of departments alone', async () => {
    const { value } = field(users)
    await box().click()
    await item('一分场').click()
    await item('一分场').click()
    await item('王小田').click()
    expect(tabs()).toEqual([])
    await button('确定').click()
    expect(value()).toBe('u1--user')
  })

  it('mixed, several: units, people, roles, positions and groups, none twice', async () => {
    const { value } = field(users, { multiple: true }, ['u1--user'])
    await box().click()
    expect(tabs()).toEqual(['部门', '角色', '岗位', '分组'])
    await item('一分场').click()
    await item('李大江').click()
    await page.getByRole('tab', { name: '分组' }).click()
    await item('抢修班').click()
    await button('确定').click()
    expect(value()).toEqual(['u1--user', 'f1--company', 'u2--user', 'g1--group'])
    await box().click()
    await expect.element(item('王小田')).toHaveAttribute('aria-selected', 'true')
    await item('王小田').click()
    await item('王小田').click()
    await button('确定').click()
    expect(value()).toEqual(['f1--company', 'u2--user', 'g1--group', 'u1--user'])
  })
})

describe('the keyboard alone', () => {
  it('opens, searches, chooses, confirms and comes back', async () => {
    const { value } = field(user)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.element(search()).toHaveFocus()
    await expect.element(item('王小田')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(chosen().getByText('李大江')).toBeVisible()
    await userEvent.keyboard('墒')
    await expect.element(option('陈墒情')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(chosen().getByText('陈墒情')).toBeVisible()
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(value()).toBe('u4')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(document.activeElement).toBe(box().element())
  })

  it('folds and unfolds the tree with the arrows', async () => {
    field(departments)
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(item('灌溉部')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    await expect.element(item('一分场')).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(item('集团')).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}')
    const active = search().element().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toBe('灌溉部')
  })

  it('stays in the dialog, and Escape gives the focus back', async () => {
    const { changes } = field(user)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(search()).toHaveFocus()
    for (let step = 0; step < 12; step += 1) {
      await userEvent.tab()
      expect(dialog().element().contains(document.activeElement)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(document.activeElement).toBe(box().element())
    expect(changes).toEqual([])
  })

  it('empties the field by Backspace, of several the last', async () => {
    const one = field(user, {}, 'u1')
    await userEvent.tab()
    await userEvent.keyboard('{Backspace}')
    expect(one.value()).toBe('')
    one.unmount()
    const { value } = field(user, { multiple: true }, ['u1', 'u2'])
    await userEvent.tab()
    await userEvent.keyboard('{Backspace}')
    expect(value()).toEqual(['u1'])
  })
})

describe('the field', () => {
  it('asks for the names of all fields of a form in one call', async () => {
    const host = peopleHost()
    field(user, {}, 'u1', host)
    field(departments, {}, 'd1', host)
    field(organizations, { multiple: true }, [['c1', 'f1']], host)
    await expect.element(page.getByText('灌溉部')).toBeVisible()
    await expect.element(page.getByText('集团/一分场').first()).toBeVisible()
    expect(host.calls.filter(({ name }) => name === 'names.resolve').length).toBe(1)
  })

  it('counts what it does not show', async () => {
    field(user, { multiple: true, collapseTags: true }, ['u1', 'u2', 'u3'])
    await expect.element(page.getByText('+2')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '移除王小田' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '移除李大江' })).not.toBeInTheDocument()
  })

  it('removes by a tag, clears by its end, and says who is gone', async () => {
    const { value, container } = field(user, { multiple: true }, ['u1', 'lost'])
    await expect.element(page.getByRole('button', { name: '移除lost（已失效）' })).toBeVisible()
    await page.getByRole('button', { name: '移除王小田' }).click()
    expect(value()).toEqual(['lost'])
    await userEvent.hover(container.firstElementChild as Element)
    await page.getByRole('button', { name: '清空' }).click()
    expect(value()).toEqual([])
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('does not open while disabled or read-only, and points at its error', async () => {
    const mounted = field(user, {}, 'u1')
    mounted.update({ disabled: true })
    await box().click({ force: true })
    mounted.update({ disabled: false, readonly: true })
    await box().click()
    await userEvent.keyboard('{Enter}{Backspace}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(mounted.changes).toEqual([])
    mounted.update({ readonly: false, error: '不能为空' })
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
  })

  it('is not left while its dialog is open', async () => {
    const { blurs } = field(user)
    await box().click()
    await expect.element(search()).toHaveFocus()
    expect(blurs()).toBe(0)
    await userEvent.keyboard('{Escape}')
    await userEvent.tab()
    expect(blurs()).toBe(1)
  })

  it('in a cell opens at once and gives the focus back to the cell', async () => {
    const { value } = mountWidget(user, { cell: true, props: { host: peopleHost() } })
    await expect.element(search()).toHaveFocus()
    await item('王小田').click()
    await button('确定').click()
    expect(value()).toBe('u1')
    expect(document.activeElement).toBe(box().element())
  })

  it('in a cell gives the focus back to it by Escape, and changes nothing', async () => {
    const { changes } = mountWidget(user, { cell: true, value: 'u1', props: { host: peopleHost() } })
    await expect.element(search()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(document.activeElement).toBe(box().element())
    expect(changes).toEqual([])
  })

  it('fills a phone, with targets of 44 px', async () => {
    await page.viewport(390, 844)
    field(user, { multiple: true }, ['u1'])
    await box().click()
    await expect.element(item('王小田')).toBeVisible()
    await expect.poll(() => dialog().element().getBoundingClientRect().top).toBeLessThan(32)
    const edges = () => dialog().element().getBoundingClientRect()
    await expect.poll(() => edges().bottom).toBe(844)
    expect(edges().width).toBe(390)
    const targets = '.loam-picker-row, .loam-picker-tabs button, .loam-picker-remove, .loam-picker-search'
    for (const target of dialog().element().querySelectorAll(targets))
      expect(target.getBoundingClientRect().height, target.className).toBeGreaterThanOrEqual(43)
    const body = document.querySelector('.loam-dialog-body') as HTMLElement
    expect(body.scrollHeight).toBeLessThanOrEqual(body.clientHeight)
    expect(body.scrollWidth).toBeLessThanOrEqual(body.clientWidth)
  })
})

describe('what is read', () => {
  const read = (name: 'View' | 'Cell', widget: Widget, props: object, host = peopleHost()) => {
    const Shown = widget[name] as unknown as ComponentType<Record<string, unknown>>
    const editor = () => (
      <Shown
        settings={widget.definition.defaults}
        options={[]}
        host={host}
        field={testField(widget, {})}
        record={{}}
        {...props}
      />
    )
    mountWidget({ ...widget, Edit: editor })
    return host
  }
  const requested = ({ calls }: ReturnType<typeof peopleHost>) => calls.map(({ name }) => name)

  it('of a record is called by the server’s text, and asks for nothing but faces', async () => {
    const places = read('View', departments, { value: 'd1', text: '灌溉运维部' })
    await expect.element(page.getByText('灌溉运维部')).toBeVisible()
    expect(requested(places)).toEqual([])
    unmountAll()
    const people = read('View', user, { value: ['u1', 'u2'], text: '王小田,李大江' })
    await expect.element(page.getByText('李大江')).toBeVisible()
    expect(document.querySelectorAll('.loam-face').length).toBe(2)
    expect(requested(people)).toEqual(['names.resolve'])
  })

  it('of a list asks for nothing', async () => {
    const host = read('Cell', user, { value: 'u1', text: '王小田' })
    await expect.element(page.getByText('王小田')).toBeVisible()
    expect(requested(host)).toEqual([])
  })

  it('of a row without texts asks for its names; of one with, for none', async () => {
    const raw = read('Cell', user, { value: ['u1', 'u2'] })
    await expect.element(page.getByText('王小田, 李大江')).toBeVisible()
    expect(requested(raw)).toEqual(['names.resolve'])
    unmountAll()
    const told = read('Cell', user, { value: '王小田', record: { field: '王小田', field_id: 'u1' } })
    await expect.element(page.getByText('王小田')).toBeVisible()
    expect(requested(told)).toEqual([])
  })

  it('shows a person’s picture, and the name’s sign where there is none', async () => {
    const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    const faces = () => document.querySelectorAll<HTMLElement>('.loam-face')
    const host = peopleHost()
    host.names?.remember({ kind: 'people', of: 'user' }, [
      { id: 'a', text: '王小田', data: { headIcon: picture } },
      { id: 'b', text: 'Ann Li', data: { headIcon: 'data:image/png;base64,none' } },
    ])
    read('View', user, { value: ['a', 'b'] }, host)
    await expect.poll(() => [...faces()].map((face) => face.textContent)).toEqual(['田', 'A'])
    await expect.poll(() => faces()[1]?.querySelector('img')?.hidden).toBe(true)
    expect(faces()[0]?.querySelector('img')?.hidden).toBe(false)
  })
})
