import { type Draft, markOf } from '@runtime/draft/draft'
import { compileFormData } from '@runtime/form'
import { CallError, createDrafts, openDraftDatabase } from '@services/client'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Model } from '../list/model'
import { RecordPopup } from '../list/record-popup'
import { type Answer, draw, type TestHost, testHost } from '../testing'

const field = (vModel: string, label: string, more: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey: 'input', label, span: 24, showLabel: true },
  ...more,
})
const FIELDS = [
  field('name', '名称'),
  field('depth', '深度', { __config__: { jnpfKey: 'inputNumber', label: '深度', span: 24 } }),
  field('pin', '密码', { showPassword: true }),
]
const modelOf = (fields: readonly object[]): Model => ({
  id: 'm1',
  title: '机井',
  form: compileFormData({ fields }, { id: 'm1', catalogue }),
  list: null,
  version: 1,
  source: '',
})

let made = 0
let name = ''
let drawn: ReturnType<typeof draw>[] = []
let server: Map<string, Record<string, unknown>>
beforeEach(() => {
  name = `drafts-${Date.now()}-${++made}`
  server = new Map()
})
afterEach(() => {
  for (const one of drawn.splice(0)) one.unmount()
  indexedDB.deleteDatabase(name)
})

const stored = { name: '一号井', depth: 10, pin: 'secret' }
const answers = (record: object, more: Record<string, Answer> = {}): Record<string, Answer> => ({
  'onlineDevelopment.read': ({ id }) => ({ id, data: JSON.stringify(record), version: 1 }),
  'onlineDevelopment.update': ({ id }) => ({ id, version: 2 }),
  'onlineDevelopment.create': () => ({ id: 'made', version: 1 }),
  'recordDraft.list': () => ({ list: [...server.values()] }),
  'recordDraft.save': (input) => {
    server.set(String(input['id']), { changedAt: 1, ...input })
    return null
  },
  'recordDraft.delete': ({ id }) => {
    server.delete(String(id))
    return null
  },
  ...more,
})

interface Opened {
  readonly host: TestHost
  close(): void
}

/** A tab of the product: its own way to the browser's database. */
function open({
  owner = 'u1',
  id = 'w1' as string | null,
  record = stored as object,
  fields = FIELDS as readonly object[],
  more = {} as Record<string, Answer>,
  language = 'zh' as 'zh' | 'en',
} = {}): Opened {
  const base = testHost(answers(record, more), language)
  const host: TestHost = Object.assign(base, {
    drafts: createDrafts({
      owner,
      call: (call, input) => base.call(call, input),
      database: openDraftDatabase(name),
    }),
  })
  const model = modelOf(fields)
  const one = draw(
    <RecordPopup
      model={model}
      menuId="e1"
      id={id}
      title="机井"
      onClose={() => closed.push(id)}
      onSaved={() => undefined}
    />,
    host,
  )
  drawn.push(one)
  return {
    host,
    close() {
      one.unmount()
      drawn = drawn.filter((other) => other !== one)
    },
  }
}
const closed: unknown[] = []
const box = () => page.getByLabelText('名称')
const offer = () => page.getByText(/您有未保存的草稿/)
const restore = () => userEvent.click(page.getByRole('button', { name: '恢复' }))
/** What this browser's database has. */
async function kept(owner = 'u1') {
  const database = await openDraftDatabase(name)
  const drafts = (await database.find(owner)).filter(({ ended }) => !ended)
  return Promise.all(
    drafts.map(async ({ id }) =>
      Object.fromEntries((await database.values(id)).map(({ path, value }) => [path, JSON.parse(value)])),
    ),
  )
}

describe('the draft of a form', () => {
  it('has every key, is offered when the form opens again, and is gone once it is saved', async () => {
    const first = open()
    await expect.element(box()).toHaveValue('一号井')
    await userEvent.fill(box(), '')
    for (const typed of ['东', '东坡', '东坡井']) {
      await userEvent.fill(box(), typed)
      expect((await kept()).map((values) => values['name'])).toEqual([typed])
    }
    first.close()
    open()
    await expect.element(offer()).toBeVisible()
    expect(offer().element().textContent).toMatch(/^您有未保存的草稿（\d\d-\d\d \d\d:\d\d）：名称$/)
    await restore()
    await expect.element(box()).toHaveValue('东坡井')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.poll(kept).toEqual([])
    await expect.poll(() => server.size).toBe(0)
  })

  it('is forgotten where it is discarded, and where the person gives the form up', async () => {
    open().close()
    const first = open()
    await userEvent.fill(box(), '东坡井')
    await expect.poll(kept).toHaveLength(1)
    first.close()
    const second = open()
    await userEvent.click(page.getByRole('button', { name: '丢弃' }))
    await expect.poll(kept).toEqual([])
    await expect.element(offer()).not.toBeInTheDocument()
    await userEvent.fill(box(), '西坡井')
    await expect.poll(kept).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(kept).toEqual([])
    expect(second.host.questions).toHaveLength(1)
  })

  it('has no secret', async () => {
    open()
    await expect.element(box()).toHaveValue('一号井')
    await userEvent.fill(page.getByRole('textbox', { name: '密码' }), 'tamarisk')
    await userEvent.fill(box(), '东坡井')
    await expect.poll(kept).toEqual([{ name: '东坡井' }])
    await expect
      .poll(() => [...server.values()].map(({ values }) => values), { timeout: 5_000 })
      .toEqual(['{"name":"东坡井"}'])
  })

  it('is of its person alone', async () => {
    const first = open()
    await userEvent.fill(box(), '东坡井')
    await expect.poll(kept).toHaveLength(1)
    first.close()
    // The server keeps each person's apart, which its own spec holds.
    const { host } = open({ owner: 'u2', more: { 'recordDraft.list': () => ({ list: [] }) } })
    await expect.poll(() => host.calls.some((call) => call.name === 'recordDraft.list')).toBe(true)
    await expect.element(box()).toHaveValue('一号井')
    expect(await kept('u2')).toEqual([])
    await expect.element(offer()).not.toBeInTheDocument()
    expect(await kept()).toHaveLength(1)
  })

  it('of two tabs with one record are two, and neither is offered while the other is open', async () => {
    const tab = (id: string) => {
      const base = testHost(answers(stored))
      return {
        id,
        drafts: createDrafts({
          owner: 'u1',
          call: (call, input) => base.call(call, input),
          database: openDraftDatabase(name),
        }),
      }
    }
    const place = { modelId: 'm1', recordId: 'w1' }
    const [one, two] = [tab('one'), tab('two')]
    const first = one.drafts.begin(place)
    const second = two.drafts.begin(place)
    first.put('name', '东', markOf('一号井'))
    second.put('name', '西', markOf('一号井'))
    await expect.poll(kept).toHaveLength(2)
    await expect.poll(async () => (await navigator.locks.query()).held?.length).toBe(2)
    expect(await two.drafts.find(place)).toEqual([])
    await second.end()
    expect(await kept()).toEqual([{ name: '东' }])
    first.leave()
    await expect
      .poll(async () => (await two.drafts.find(place)).map(({ values }) => values))
      .toEqual([{ name: '东' }])
  })

  it('of another device is offered, with what has changed since, and the two are chosen between', async () => {
    const other: Draft = {
      id: 'phone',
      values: { name: '东坡井', depth: 12, gone: '没有了' },
      bases: { name: markOf('一号井'), depth: markOf(8) },
      revision: 3,
      changedAt: Date.now() - 1_000,
    }
    server.set(other.id, {
      ...other,
      values: JSON.stringify(other.values),
      bases: JSON.stringify(other.bases),
    })
    open()
    await expect.element(page.getByText('记录此后已被修改：深度，恢复后可逐项选择。')).toBeVisible()
    await restore()
    await expect.element(box()).toHaveValue('东坡井')
    await expect.element(page.getByLabelText('深度').first()).toHaveValue('12')
    const rows = page.getByRole('row')
    await expect
      .poll(() => rows.elements().map((row) => row.querySelector('th')?.textContent))
      .toEqual(['字段', '深度'])
    await userEvent.click(page.getByRole('button', { name: '采用已保存的' }))
    await expect.element(page.getByLabelText('深度').first()).toHaveValue('10')
    await expect.element(box()).toHaveValue('东坡井')
    await expect.poll(() => server.has('phone')).toBe(false)
  })

  it('is kept without a network, and where it was discarded without one it does not come back', async () => {
    const away: Answer = () => {
      throw new CallError(0, 'no network')
    }
    const more = { 'recordDraft.list': away, 'recordDraft.save': away, 'recordDraft.delete': away }
    const first = open({ more: { ...more } })
    await userEvent.fill(box(), '东坡井')
    await expect.poll(kept).toHaveLength(1)
    first.close()
    const [{ id = '' } = {}] = await (await openDraftDatabase(name)).find('u1')
    server.set(id, { id, values: '{"name":"东坡"}', bases: '{}', revision: 0, changedAt: 1 })
    const second = open({ more })
    await userEvent.click(page.getByRole('button', { name: '丢弃' }))
    await expect.poll(kept).toEqual([])
    second.close()
    const third = open()
    await expect.poll(() => server.size).toBe(0)
    await expect.element(box()).toHaveValue('一号井')
    await expect.element(offer()).not.toBeInTheDocument()
    third.close()
  })
})
