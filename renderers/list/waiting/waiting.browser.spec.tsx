import { CallError, createDrafts, openDraftDatabase } from '@services/client'
import { openSaveDatabase } from '@services/client/saves/database'
import { createSaves } from '@services/client/saves/saves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import { ModelPage } from '../model-page'
import { RecordPage } from '../record/record-page'

const input = (name: string, label: string, more: object = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey: 'input', label },
  ...more,
})
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    popupType: 'general',
    fields: [input('name', '名称'), input('note', '备注'), input('pin', '密码', { showPassword: true })],
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    columnList: [{ prop: 'name', label: '名称', jnpfKey: 'input' }],
    btnsList: [{ value: 'add', label: '新建' }],
    columnBtnsList: [{ value: 'edit', label: '编辑' }],
  }),
}

type Values = Record<string, unknown>
/** A server that knows a save by its name, as the real one's own spec holds, and a network that can be lost. */
class Server {
  readonly records = new Map<string, { values: Values; version: number }>()
  readonly #saved = new Map<string, { id: string; version: number }>()
  readonly asked: Values[] = []
  network: 'there' | 'lost' | 'lost after' = 'there'
  refusal: CallError | null = null

  readonly save = ({ saveId, id, version, data }: Values) => {
    if (this.network === 'lost') throw new CallError(0, '网络异常')
    this.asked.push(JSON.parse(String(data)))
    const name = String(saveId)
    const outcome = this.#saved.get(name) ?? this.#carryOut(id, version, JSON.parse(String(data)))
    this.#saved.set(name, outcome)
    if (this.network === 'lost after') throw new CallError(0, '网络异常')
    return outcome
  }

  #carryOut(id: unknown, version: unknown, values: Values) {
    if (this.refusal) throw this.refusal
    const key = typeof id === 'string' ? id : `w${this.records.size + 1}`
    const stored = this.records.get(key)
    if (stored && stored.version !== version)
      throw new CallError(409, '记录已被他人修改', [], {
        version: stored.version,
        data: JSON.stringify(stored.values),
      })
    const next = { values: { ...stored?.values, ...values }, version: (stored?.version ?? 0) + 1 }
    this.records.set(key, next)
    return { id: key, version: next.version }
  }

  names = () => [...this.records.values()].map(({ values }) => values['name'])
}

let made = 0
let database = ''
let server: Server
let windows: { close(): void }[] = []
beforeEach(() => {
  database = `saves-${Date.now()}-${++made}`
  server = new Server()
  server.records.set('w1', { values: { name: '一号井', note: '旧', pin: 'secret' }, version: 1 })
})
afterEach(() => {
  for (const one of windows.splice(0)) one.close()
  for (const kind of ['drafts', 'saves']) indexedDB.deleteDatabase(`${database}-${kind}`)
})

/** A window of the product. */
async function open(owner = 'u1', record?: string): Promise<TestHost & { close(): void }> {
  const base = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: [...server.records].map(([id, { values }]) => ({ id, ...values })),
      pagination: { total: server.records.size },
    }),
    'onlineDevelopment.read': ({ id }) => {
      const { values, version } = server.records.get(String(id)) ?? { values: {}, version: 0 }
      return { id, data: JSON.stringify(values), version }
    },
    'onlineDevelopment.dataChange': ({ id }) => {
      if (server.network !== 'there') throw new CallError(0, '连不上')
      return { id, data: JSON.stringify(server.records.get(String(id))?.values) }
    },
    'onlineDevelopment.history': () => ({ list: [], hasMore: false }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({ list: [] }),
    'onlineDevelopment.create': server.save,
    'onlineDevelopment.update': server.save,
    'recordDraft.list': () => ({ list: [] }),
    'recordDraft.save': () => null,
    'recordDraft.delete': () => null,
  })
  const call: TestHost['call'] = (name, given) => base.call(name, given)
  const drafts = createDrafts({ owner, call, database: openDraftDatabase(`${database}-drafts`) })
  const saves = await createSaves({
    ...{ owner, call },
    discard: drafts.discard,
    database: openSaveDatabase(`${database}-saves`),
  })
  const drawn = draw(
    record === undefined ? (
      <ModelPage modelId="m1" menuId="menu1" />
    ) : (
      <RecordPage modelId="m1" menuId="menu1" path="/model/m1" id={record} />
    ),
    Object.assign(base, { drafts, saves: async () => saves }),
  )
  const window = {
    close() {
      saves.end()
      drawn.unmount()
      windows = windows.filter((one) => one !== window)
    },
  }
  windows.push(window)
  return Object.assign(base, window)
}

const name = () => page.getByRole('dialog').getByRole('textbox', { name: '名称' })
const waiting = (count: number) => page.getByText(`${count} 条保存等待发送`)
const press = (text: string) => page.getByRole('button', { name: text, exact: true }).first().click()
const save = () => userEvent.keyboard('{Control>}s{/Control}')
async function add(text: string) {
  await press('新建')
  await userEvent.fill(name(), text)
  await save()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}
async function edit() {
  await press('编辑')
  await expect.element(name()).toHaveValue('一号井')
}
const back = () => {
  server.network = 'there'
  dispatchEvent(new Event('online'))
}
async function kept(): Promise<string> {
  const found = await (await openSaveDatabase(`${database}-saves`)).find('u1')
  return JSON.stringify(found)
}

describe('a save that nothing answers', () => {
  it.each(['lost', 'lost after'] as const)(
    'waits, says so, and is carried out once: network %s',
    async (how) => {
      const host = await open()
      server.network = how
      await add('二号井')
      await expect.element(waiting(1)).toBeVisible()
      expect(host.toasts.at(-1)).toEqual({ kind: 'warning', text: '网络不通，已保存在本机，恢复后自动发送' })
      back()
      await expect.element(waiting(1)).not.toBeInTheDocument()
      expect(server.names()).toEqual(['一号井', '二号井'])
      // The list is read again, and nothing is offered to be saved once more.
      await expect.element(page.getByText('二号井', { exact: true })).toBeVisible()
      await press('新建')
      await expect.element(name()).toHaveValue('')
      expect(page.getByText('您有未保存的草稿').elements()).toEqual([])
    },
  )

  it('is told on the record’s own page, which stands as it was until it is sent', async () => {
    await open('u1', 'w1')
    await press('编辑')
    const box = page.getByRole('textbox', { name: '名称' })
    await expect.element(box).toHaveValue('一号井')
    server.network = 'lost'
    await userEvent.fill(box, '东井')
    await save()
    await expect.element(waiting(1)).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('一号井')
    back()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('东井')
    await expect.element(waiting(1)).not.toBeInTheDocument()
  })

  it('outlives its window, and is sent by the next', async () => {
    const first = await open()
    server.network = 'lost'
    await add('二号井')
    await add('三号井')
    await expect.element(waiting(2)).toBeVisible()
    first.close()
    expect(JSON.parse(await kept())).toHaveLength(2)
    server.network = 'there'
    await open()
    await expect.poll(server.names).toEqual(['一号井', '二号井', '三号井'])
    await expect.poll(kept).toBe('[]')
  })

  it('goes before what is saved after it', async () => {
    await open()
    server.network = 'lost'
    await add('二号井')
    server.network = 'there'
    await add('三号井')
    expect(server.names()).toEqual(['一号井', '二号井', '三号井'])
  })

  it('cannot wait where the browser has taken its database away, and is saved all the same', async () => {
    const host = await open()
    await expect.element(page.getByText('一号井', { exact: true })).toBeVisible()
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(`${database}-saves`).onsuccess = resolve
    })
    await add('二号井')
    expect(server.names()).toEqual(['一号井', '二号井'])
    server.network = 'lost'
    await press('新建')
    await userEvent.fill(name(), '三号井')
    await save()
    await expect.poll(() => host.toasts.at(-1)?.text).toBe('网络异常')
    await expect.element(name()).toHaveValue('三号井')
  })

  it('is the person’s own', async () => {
    const first = await open()
    server.network = 'lost'
    await add('二号井')
    first.close()
    server.network = 'there'
    await open('u2')
    await expect.element(page.getByText('一号井', { exact: true })).toBeVisible()
    await add('三号井')
    expect(server.names()).toEqual(['一号井', '三号井'])
    expect(JSON.parse(await kept())).toHaveLength(1)
  })

  it('comes back with what was typed where somebody else has changed the record', async () => {
    await open()
    await edit()
    await userEvent.fill(name(), '我的井')
    server.network = 'lost'
    await save()
    await expect.element(waiting(1)).toBeVisible()
    server.records.set('w1', { values: { name: '别人的井', note: '新' }, version: 2 })
    back()
    await expect.element(page.getByText(/一条保存未被接受：记录已被他人修改/)).toBeVisible()
    await press('打开')
    await expect.element(name()).toHaveValue('我的井')
    await expect.element(page.getByRole('dialog').getByRole('alert').getByText('别人的井')).toBeVisible()
    await expect.poll(kept).toBe('[]')
    await save()
    // What was not typed is as the other has left it.
    await expect
      .poll(() => server.records.get('w1'))
      .toMatchObject({ values: { name: '我的井', note: '新' }, version: 3 })
  })

  it('comes back with the words of the server at their field, and can be given up', async () => {
    const host = await open()
    server.network = 'lost'
    await add('二号井')
    await add('三号井')
    server.refusal = new CallError(400, '名称重复', [{ path: 'name', message: '名称重复' }])
    back()
    await expect.poll(() => page.getByText(/一条保存未被接受：名称重复/).elements().length).toBe(2)
    await press('打开')
    await expect.element(name()).toHaveValue('二号井')
    await expect.element(page.getByRole('dialog').getByText('名称重复')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await press('放弃')
    await expect.poll(kept).toBe('[]')
    expect(host.questions.at(-1)).toBe('放弃后，此前填写的内容不再保留。')
    expect(server.names()).toEqual(['一号井'])
  })

  it('does not wait with a secret; one that was not touched is written down nowhere', async () => {
    const host = await open()
    await edit()
    await userEvent.fill(name(), '我的井')
    server.network = 'lost'
    await save()
    await expect.element(waiting(1)).toBeVisible()
    expect(await kept()).not.toContain('secret')
    back()
    await expect.poll(() => server.asked.at(-1)).toMatchObject({ name: '我的井', pin: '••••••' })
    await expect.element(waiting(1)).not.toBeInTheDocument()
    server.network = 'lost'
    await press('新建')
    await userEvent.fill(name(), '二号井')
    await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: '密码' }), 'tamarisk')
    await save()
    await expect.poll(() => host.toasts.at(-1)?.text).toBe('网络异常')
    await expect.element(name()).toHaveValue('二号井')
    expect(await kept()).toBe('[]')
  })
})
