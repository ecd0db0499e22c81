import { dataOf } from '@runtime/data'
import { CallError, type Host } from '@runtime/host'
import { nodes } from '@runtime/page'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { announceDocumentChange } from '../document-changes'
import { drawings } from './drawings'
import { button, FILE, show } from './specs/shown-page'

const FORM = 'forms/a.form.json'
const field = (label: string) => ({ fields: [{ name: 'fullName', widget: 'input', label, required: true }] })
const page = (button: string) => ({
  title: 'A',
  data: { items: { call: 'items.list', tag: 'a' } },
  body: {
    node: 'stack',
    items: [
      { node: 'button', text: button, do: { open: 'item' } },
      { node: 'text', text: '${LEN(data.items)} 条' },
    ],
  },
  dialogs: {
    item: {
      title: '新建',
      form: 'a.form.json',
      submit: [
        { call: 'items.create', with: { fullName: '${form.fullName}' } },
        { close: 'item' },
        { reload: 'items' },
      ],
    },
  },
})

const shown = (text: string) => expect.poll(() => document.body.textContent).toContain(text)
/** The first form brings its widgets with it, which the test's own server has to build. */
const LOADING = { timeout: 45_000 }
const input = () =>
  vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role=dialog] input:not([type=radio])')
    if (!found) throw new Error('no input')
    return found
  }, LOADING)

async function type(value: string): Promise<void> {
  const field = await input()
  field.focus()
  const live = await input()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(live, value)
  live.dispatchEvent(new Event('input', { bubbles: true }))
}

const items = () => {
  const list: unknown[] = [{ id: '1' }]
  return vi.fn<Host['call']>(async (name, sent) => {
    if (name === 'items.create') list.push(sent)
    return { data: name === 'items.list' ? { list: [...list] } : null, msg: '' }
  })
}

describe('a page document', () => {
  it('has a drawing for every node of the language, and no other', () => {
    expect(Object.keys(drawings).sort()).toEqual([...nodes.keys()].sort())
  })

  it('shows its sources, opens a dialog, saves and runs what comes after', async () => {
    const call = items()
    show({ [FILE]: page('新建'), [FORM]: field('名称') }, call)
    await shown('1 条')
    ;(await button('新建')).click()
    await type('苜蓿')
    ;(await button('@common.confirm')).click()
    await shown('2 条')
    expect(call).toHaveBeenCalledWith('items.create', { fullName: '苜蓿' }, expect.anything())
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('asks for what follows from another source’s answer, once', async () => {
    const call = vi.fn<Host['call']>(async (name, sent) => ({
      data: name === 'items.list' ? { list: [{ id: 'S7' }] } : { name: `${sent?.['id']} 号站` },
      msg: '',
    }))
    const document = {
      title: 'A',
      data: {
        items: { call: 'items.list' },
        chosen: {
          call: 'items.info',
          with: { id: '${FIRST(data.items).id}' },
          when: 'FIRST(data.items) != null',
        },
      },
      body: { node: 'text', text: '${data.chosen.name}' },
    }
    show({ [FILE]: document }, call)
    await shown('S7 号站')
    expect(call.mock.calls.map(([name]) => name)).toEqual(['items.list', 'items.info'])
  })

  it('shows what somebody else saved meanwhile, and saves over it or takes it as the person chooses', async () => {
    const stored = { id: '7', fullName: '玉米', rowVersion: 2 }
    const sent: unknown[] = []
    const call = vi.fn<Host['call']>(async (name, members) => {
      if (name === 'items.read') return { data: { id: '7', fullName: '棉花', rowVersion: 1 }, msg: '' }
      if (name === 'items.list') return { data: { list: [] }, msg: '' }
      sent.push(members)
      if (members?.['rowVersion'] !== stored.rowVersion)
        throw new CallError(409, '已被修改', [], { version: 2, data: stored })
      return { data: null, msg: '' }
    })
    const document_ = page('编辑')
    const item = {
      ...document_.dialogs.item,
      load: { call: 'items.read', with: { id: '7' } },
      submit: [
        { call: 'items.update', with: { fullName: '${form.fullName}', rowVersion: '${form.rowVersion}' } },
        { close: 'item' },
      ],
    }
    show({ [FILE]: { ...document_, dialogs: { item } }, [FORM]: field('名称') }, call)
    const change = async (to: string) => {
      ;(await button('编辑')).click()
      await type(to)
      ;(await button('@common.confirm')).click()
      await expect
        .poll(() => document.querySelector('[role=alert] table')?.textContent)
        .toContain(`玉米${to}`)
    }
    await change('苜蓿')
    ;(await button('@view.saveMine')).click()
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    expect(sent).toEqual([
      { fullName: '苜蓿', rowVersion: 1 },
      { fullName: '苜蓿', rowVersion: 2 },
    ])
    await change('甜菜')
    ;(await button('@view.takeStored')).click()
    await expect.poll(async () => (await input()).value).toBe('玉米')
    ;(await button('@common.confirm')).click()
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    expect(sent.at(-1)).toEqual({ fullName: '玉米', rowVersion: 2 })
  })

  it('saves nothing before the form of a dialog is there, however soon somebody presses', async () => {
    let come: () => void = () => undefined
    const record = new Promise<void>((resolve) => {
      come = resolve
    })
    const call = vi.fn<Host['call']>(async (name) => {
      if (name === 'items.read') await record
      return { data: name === 'items.list' ? { list: [] } : { fullName: '棉花' }, msg: '' }
    })
    const document_ = page('编辑')
    const item = { ...document_.dialogs.item, load: { call: 'items.read', with: { id: '7' } } }
    show({ [FILE]: { ...document_, dialogs: { item } }, [FORM]: field('名称') }, call)
    ;(await button('编辑')).click()
    const ok = await button('@common.confirm')
    ok.click()
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.poll(() => call.mock.calls.map(([name]) => name)).toContain('items.read')
    expect(ok.disabled).toBe(true)
    come()
    await expect.poll(() => ok.disabled).toBe(false)
    expect(call.mock.calls.map(([name]) => name)).not.toContain('items.create')
    ok.click()
    await expect.poll(() => call.mock.calls.map(([name]) => name)).toContain('items.create')
  })

  it('reads again what the server says has changed, and nothing else', async () => {
    let rows = 1
    const call = vi.fn<Host['call']>(async (name) => ({
      data: { list: name === 'items.list' ? Array.from({ length: rows }, (_, id) => ({ id })) : [] },
      msg: '',
    }))
    const tagged = {
      title: 'A',
      data: { items: { call: 'items.list', tag: 'harvest' }, others: { call: 'others.list' } },
      body: { node: 'text', text: '${LEN(data.items)} 条 ${LEN(data.others)}' },
    }
    const host = show({ [FILE]: tagged }, call)
    await shown('1 条 0')
    rows = 2
    dataOf(host).invalidate(['weather'])
    dataOf(host).invalidate(['harvest'])
    await shown('2 条 0')
    expect(call.mock.calls.map(([name]) => name).sort()).toEqual(['items.list', 'items.list', 'others.list'])
  })

  it('has fetched what a button opens when the pointer comes near, and asks for it no second time', async () => {
    const read: unknown[] = []
    // An earlier test may have left the pointer where the button comes to stand.
    await userEvent.hover(document.documentElement, { position: { x: 1, y: innerHeight - 1 } })
    const host = show({ [FILE]: page('新建'), [FORM]: field('名称') }, items())
    const { call } = host
    host.call = (name, input, options) => {
      if (name === 'documents.read') read.push(input?.['file'])
      return call(name, input, options)
    }
    const ofForm = () => read.filter((file) => file === FORM)
    const near = await button('新建')
    expect(ofForm()).toEqual([])
    near.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    await expect.poll(ofForm).toEqual([FORM])
    near.click()
    await input()
    expect(ofForm()).toEqual([FORM])
  })

  it('shapes what a source answers by what the page says, and asks nothing more for it', async () => {
    const call = items()
    const document = {
      title: 'A',
      state: { unit: 'mm' },
      data: {
        items: { call: 'items.list', sort: { by: 'row.id', order: 'desc' }, map: '${row.id} ${page.unit}' },
      },
      body: {
        node: 'stack',
        items: [
          { node: 'text', text: "${JOIN(data.items, ', ')}" },
          { node: 'button', text: '换算', do: { set: { 'page.unit': 'cm' } } },
        ],
      },
    }
    call.mockImplementation(async () => ({ data: { list: [{ id: 1 }, { id: 2 }] }, msg: '' }))
    show({ [FILE]: document }, call)
    await shown('2 mm, 1 mm')
    ;(await button('换算')).click()
    await shown('2 cm, 1 cm')
    expect(call).toHaveBeenCalledOnce()
  })

  it('asks a source over and over while it is seen, where it says so', async () => {
    let round = 0
    const call = vi.fn<Host['call']>(async () => ({ data: { round: ++round }, msg: '' }))
    const polling = {
      title: 'A',
      data: { state: { call: 'items.state', every: 1000 } },
      body: { node: 'text', text: '第 ${data.state.round} 次' },
    }
    show({ [FILE]: polling }, call)
    await expect.poll(() => document.body.textContent, LOADING).toContain('第 3 次')
  })

  it('sends nothing while its form is not valid', async () => {
    const call = items()
    show({ [FILE]: page('新建'), [FORM]: field('名称') }, call)
    ;(await button('新建')).click()
    await input()
    ;(await button('@common.confirm')).click()
    await expect.poll(() => document.querySelector('[role=dialog] [id$="-error"]')).not.toBeNull()
    expect(call.mock.calls.map(([name]) => name)).not.toContain('items.create')
  })

  it('runs the steps of a button in its form, on the page and in a dialog', async () => {
    const call = items()
    const lookUp = {
      widget: 'button',
      buttonText: '查询',
      do: [
        { call: 'items.find', with: { name: '${form.fullName}' } },
        { set: { 'form.fullName': '查到了' } },
      ],
    }
    const form = { fields: [...field('名称').fields, lookUp] }
    show(
      {
        [FILE]: { ...page('新建'), body: { node: 'form', ref: 'a.form.json', record: { fullName: '玉米' } } },
        [FORM]: form,
      },
      call,
    )
    ;(await button('查询')).click()
    await vi.waitFor(() => expect(document.querySelector('input')?.value).toBe('查到了'), LOADING)
    expect(call).toHaveBeenCalledWith('items.find', { name: '玉米' }, expect.anything())
    show({ [FILE]: page('新建'), [FORM]: form }, call)
    ;(await button('新建')).click()
    await type('苜蓿')
    ;(await button('查询')).click()
    await vi.waitFor(async () => expect((await input()).value).toBe('查到了'), 45_000)
    expect(call).toHaveBeenCalledWith('items.find', { name: '苜蓿' }, expect.anything())
  })

  it('follows its files and keeps what was typed, even while one is broken', async () => {
    const documents: Record<string, unknown> = { [FILE]: page('新建'), [FORM]: field('名称') }
    show(documents, items())
    ;(await button('新建')).click()
    await type('苜蓿')
    documents[FORM] = field('作物名称')
    announceDocumentChange(FORM)
    await shown('作物名称')
    documents[FILE] = {
      problems: [
        { file: FILE, line: 3, column: 5, pointer: '/body/node', message: '坏了', nearest: 'stack' },
      ],
    }
    announceDocumentChange(FILE)
    await shown(`${FILE}:3:5`)
    documents[FILE] = page('添加')
    announceDocumentChange(FILE)
    await button('添加')
    expect(document.body.textContent).not.toContain(`${FILE}:3:5`)
    expect((await input()).value).toBe('苜蓿')
  })
})
