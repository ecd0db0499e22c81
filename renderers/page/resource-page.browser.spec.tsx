import { draw, testHost } from '@renderers/testing'
import { writtenOut } from '@renderers/testing-documents'
import { CallError, type Host } from '@runtime/host'
import type { DescribedResource } from '@runtime/resource'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PageView } from './page-view'
import { FILE } from './specs/shown-page'

const pump: DescribedResource = {
  title: '水泵',
  dialog: { add: '新建水泵', edit: '编辑水泵' },
  key: 'id',
  name: 'name',
  tag: 'pumps',
  right: 'pump',
  version: 'rowVersion',
  project: 'projectId',
  none: '没有水泵',
  calls: {
    list: 'pump.list',
    read: 'pump.read',
    create: 'pump.create',
    update: 'pump.update',
    delete: 'pump.delete',
    state: 'pump.setState',
  },
  acts: { lock: { call: 'pump.lock', accepts: ['id', 'rowVersion', 'reason'] } },
  accepts: { create: ['name', 'projectId'], update: ['name', 'rowVersion'] },
  titles: { name: '名称', reason: '原因' },
  rules: { name: { type: 'text', maxLength: 50, required: true }, reason: { type: 'text', maxLength: 200 } },
  reserved: [],
}
const resources = { pump }
const ROWS = [
  { id: '1', name: '东泵', enabledMark: 1, rowVersion: 3 },
  { id: '2', name: '西泵', enabledMark: 0, rowVersion: 8 },
]
/** More than three buttons of a row would stand in its menu. */
const pageWith = (row: readonly unknown[]) => ({
  title: '水泵',
  resource: 'pump',
  body: { node: 'list', columns: ['name'], toolbar: ['add', 'delete'], row, paging: false },
  dialogs: {
    pump: { form: 'pump.form.json', save: 'pump' },
    lock: { title: '锁定', form: 'lock.form.json', save: 'pump.lock' },
  },
})
const FORMS: Readonly<Record<string, object>> = {
  'forms/pump.form.json': writtenOut('forms/a.form.json', { resource: 'pump', fields: ['name'] }, resources),
  'forms/lock.form.json': writtenOut(
    'forms/b.form.json',
    { resource: 'pump', fields: ['reason'] },
    resources,
  ),
}

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

/** The page over a server that notes what it is asked to change; `answers` stand before its own. */
function opened(row: readonly unknown[], answers: Parameters<typeof testHost>[0] = {}) {
  const documents: Readonly<Record<string, object>> = {
    ...FORMS,
    [FILE]: writtenOut(FILE, pageWith(row), resources),
  }
  const changes: [string, object][] = []
  const changing = (name: string) => (input: object) => {
    changes.push([name, input])
    return null
  }
  const host = Object.assign(
    testHost({
      'documents.read': ({ file }) => ({
        file,
        version: '1',
        content: documents[String(file)],
        problems: [],
      }),
      'pump.list': () => ({ list: ROWS }),
      'pump.read': ({ id }) => ROWS.find((row) => row.id === id),
      ...Object.fromEntries(
        ['create', 'update', 'delete', 'setState', 'lock'].map((act) => [
          `pump.${act}`,
          changing(`pump.${act}`),
        ]),
      ),
      ...answers,
    }),
    { resources: async () => resources, project: { id: 'P1', onChange: () => () => undefined } },
  )
  const questions: Parameters<Host['confirm']>[0][] = []
  host.confirm = async (question) => {
    questions.push(question)
    return true
  }
  drawn = draw(<PageView file={FILE} route="/a" />, host, '600px')
  const listed = () => host.calls.filter(({ name }) => name === 'pump.list')
  return { changes, questions, listed, host }
}

/** A button of the first row, once it stands; what has no room is in its menu. */
const ofRow = (name: string) =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-row="1"] button')].find(
      (one) => one.textContent?.trim() === name,
    )
    if (!found) throw new Error(`no button ${name}`)
    return found
  }, 45_000)
describe('a page of a resource', () => {
  it('asks by the record’s name before it deletes or disables it', async () => {
    const { changes, questions } = opened(['state', 'delete'])
    ;(await ofRow('禁用')).click()
    await expect.poll(() => changes).toEqual([['pump.setState', { id: '1' }]])
    expect(questions[0]).toMatchObject({ title: '东泵' })
    ;(await ofRow('删除')).click()
    await expect.poll(() => changes[1]).toEqual(['pump.delete', { id: '1' }])
    expect(questions[1]).toMatchObject({ title: '东泵', danger: true })
  })

  it('takes a changed state back where the person wants it, within the time that it is offered', async () => {
    const { changes, host, listed } = opened(['state'])
    const offered: string[] = []
    host.offerUndo = async (text) => {
      offered.push(text)
      return true
    }
    ;(await ofRow('禁用')).click()
    await expect
      .poll(() => changes)
      .toEqual([
        ['pump.setState', { id: '1' }],
        ['pump.setState', { id: '1' }],
      ])
    expect(offered).toEqual(['已禁用'])
    await expect.poll(() => listed().length).toBeGreaterThan(2)
  })

  it('does an act with the version that was seen, and lists anew', async () => {
    const { changes, listed } = opened([{ text: '解锁', do: { act: 'pump.lock' } }])
    ;(await ofRow('解锁')).click()
    await expect.poll(() => changes).toEqual([['pump.lock', { id: '1', rowVersion: 3 }]])
    expect(listed()[0]?.input).toMatchObject({ projectId: 'P1' })
    await expect.poll(() => listed().length).toBeGreaterThan(1)
  })

  const inDialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
  const field = async (name: string) => {
    const find = () => inDialog()?.querySelector<HTMLInputElement>(`[data-path="${name}"] input`)
    await expect.poll(find, { timeout: 45_000 }).toBeTruthy()
    return find() as HTMLInputElement
  }
  const buttonOf = async (place: () => ParentNode | null, name: string) => {
    const find = () =>
      [...(place()?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.trim() === name)
    await expect.poll(find, { timeout: 45_000 }).toBeTruthy()
    return find() as HTMLButtonElement
  }
  const toolbar = () => document.querySelector('.loam-list-toolbar')

  it('makes a record of the chosen project, with what was typed, and lists anew', async () => {
    const { changes, listed } = opened(['edit'])
    ;(await buttonOf(toolbar, '新建')).click()
    const name = await field('name')
    expect(inDialog()?.querySelector('h2')?.textContent).toBe('新建水泵')
    const before = listed().length
    // Nothing filled in is not sent.
    ;(await buttonOf(inDialog, '确定')).click()
    await expect.poll(() => inDialog()?.querySelector('.loam-form-error')?.textContent ?? '').not.toBe('')
    expect(changes).toEqual([])
    await userEvent.fill(name, '新泵')
    ;(await buttonOf(inDialog, '确定')).click()
    await expect.poll(() => changes).toEqual([['pump.create', { name: '新泵', projectId: 'P1' }]])
    await expect.poll(inDialog).toBeNull()
    await expect.poll(() => listed().length).toBeGreaterThan(before)
  })

  it('deletes the ticked ones after one question, up to the one that is refused', async () => {
    const refused = new CallError(400, '西泵正在使用')
    const deleted: unknown[] = []
    const { questions, host, listed } = opened(['edit'], {
      'pump.delete': ({ id }) => {
        deleted.push(id)
        if (id === '2') throw refused
        return null
      },
    })
    await ofRow('编辑')
    for (const box of document.querySelectorAll<HTMLInputElement>('[data-row] input[type="checkbox"]'))
      box.click()
    const bar = () => document.querySelector('.loam-list-batch')
    await expect.poll(() => bar()?.textContent).toContain('已选 2 项')
    const before = listed().length
    ;(await buttonOf(bar, '批量删除')).click()
    await expect.poll(() => deleted).toEqual(['1', '2'])
    expect(questions).toHaveLength(1)
    expect(questions[0]).toMatchObject({ danger: true })
    await expect.poll(() => host.toasts.map(({ text }) => text)).toContain('西泵正在使用')
    // What is gone is gone: the list says so though the second was refused.
    await expect.poll(() => listed().length).toBeGreaterThan(before)
  })

  it('shows what somebody else has saved, and saves over it with their version', async () => {
    const changes: object[] = []
    const stored = { id: '1', name: '别人的名字', enabledMark: 1, rowVersion: 4 }
    opened(['edit'], {
      'pump.update': (input) => {
        changes.push(input)
        if (changes.length === 1) throw new CallError(409, '已被修改', [], { data: stored })
        return null
      },
    })
    ;(await ofRow('编辑')).click()
    const name = await field('name')
    await expect.poll(() => name.value).toBe('东泵')
    await userEvent.fill(name, '我的名字')
    ;(await buttonOf(inDialog, '确定')).click()
    await expect.poll(() => document.body.textContent).toContain('别人的名字')
    expect(changes).toEqual([{ id: '1', name: '我的名字', rowVersion: 3 }])
    ;(await buttonOf(() => document.body, '用我的覆盖')).click()
    await expect.poll(() => changes[1]).toMatchObject({ name: '我的名字', rowVersion: 4 })
    await expect.poll(inDialog).toBeNull()
  })

  it('does an act with what is typed in its own form, over the record that was seen', async () => {
    const { changes, listed } = opened([{ text: '锁定', do: { open: 'lock', with: { row: '${row}' } } }])
    ;(await ofRow('锁定')).click()
    await userEvent.fill(await field('reason'), '检修')
    const before = listed().length
    ;(await buttonOf(inDialog, '确定')).click()
    await expect.poll(() => changes).toEqual([['pump.lock', { id: '1', rowVersion: 3, reason: '检修' }]])
    await expect.poll(inDialog).toBeNull()
    await expect.poll(() => listed().length).toBeGreaterThan(before)
  })
})
