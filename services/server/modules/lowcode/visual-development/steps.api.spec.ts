import type { Command } from '@runtime/design/command'
import { openModel } from '@runtime/design/document'
import { History, type Taken } from '@runtime/design/history'
import { MODEL_NESTING } from '@runtime/limits'
import { printLossless } from '@runtime/lossless'
import { signIn } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { anyForm, anySteps, attempt } from '@tests/fixtures/model-edits'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let other: TestClient
/** Sees models and changes none. */
let reader: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const rows = await server.sql<{ account: string }>(
    'select account from user_account where password_hash is null order by account limit 2',
  )
  const people: TestClient[] = []
  for (const [at, { account }] of rows.entries()) {
    const { id, client } = await signIn(server, account)
    const code = `step-role-${at}`
    await server.sql('insert into role (id, full_name, en_code) values ($1, to_json($1::text)::text, $1)', [
      code,
    ])
    await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [id, code])
    const buttons = at === 0 ? ['btn_edit'] : []
    await server.server.services.rights.grant(code, 'development.models', { buttons })
    people.push(client)
  }
  ;[other, reader] = people as [TestClient, TestClient]
})
afterAll(() => server.close())

let made = 0
const form = (fields: readonly object[] = []) =>
  JSON.stringify({ idGlobal: 100, label: 'L', fields }, null, 1)
async function create(texts: object = {}) {
  made += 1
  const { id } = await admin.call('visualDevelopment.create', {
    ...{ fullName: 'steps', enCode: `steps${made}`, formData: form(), columnData: '{"a": 1.0}', ...texts },
  } as never)
  return id
}

const setting = (value: unknown, ...path: string[]): Command => ({
  ...{ do: 'set', what: { part: 'formData', path: path.length > 0 ? path : ['label'] }, value },
})
let keys = 0
const step = (command: unknown, kind: Taken['kind'] = 'do') => {
  keys += 1
  return { key: `k${keys}`, kind, command: typeof command === 'string' ? command : printLossless(command) }
}
const send = (client: TestClient, id: string, draftVersion: number, steps: readonly object[]) =>
  client.envelope('visualDevelopment.step', { id, draftVersion, steps } as never)
const labelOf = async (id: string) =>
  JSON.parse((await admin.call('visualDevelopment.info', { id })).formData).label
const historyOf = async (id: string, query: object = {}) =>
  admin.call('visualDevelopment.steps', { id, ...query })

describe('steps of a draft', () => {
  it('make the bytes that the browser has, and their inverses bring back those before', async () => {
    await fc.assert(
      fc.asyncProperty(anyForm, anySteps, async (texts, edits) => {
        const id = await create(texts)
        const taken: Taken[] = []
        const history = new History(openModel(texts), (one) => taken.push(one))
        for (const edit of edits) {
          attempt(history, edit)
          if (edit.c % 4 === 0) history.undo()
          if (edit.c % 8 === 0) history.redo()
        }
        // No step makes of a document what is none.
        const { formData, tables } = history.document.tree
        fc.pre([formData, tables].every((value) => value === undefined || typeof value === 'object'))
        let draftVersion = 1
        for (const one of taken) {
          const answer = await send(admin, id, draftVersion, [step(one.command, one.kind)])
          fc.pre(answer.code !== 400)
          expect(answer).toMatchObject({ code: 200, data: { draftVersion: draftVersion + 1 } })
          draftVersion += 1
        }
        const info = await admin.call('visualDevelopment.info', { id })
        expect(info).toMatchObject({ ...history.texts, draftVersion })
        const { list } = await historyOf(id, { pageSize: 200 })
        if (list.length === 0) return
        await send(
          admin,
          id,
          draftVersion,
          list.map(({ inverse }) => step(inverse)),
        )
        const before = await admin.call('visualDevelopment.info', { id })
        expect(before).toMatchObject(texts)
      }),
      { numRuns: 25 },
    )
  })

  it('are harmless when they come again, and known from those of others', async () => {
    const id = await create()
    const first = [step(setting('A')), step(setting('A')), step(setting('B'), 'more')]
    const answer = await send(admin, id, 1, first)
    expect(answer.data).toEqual({
      draftVersion: 3,
      steps: [
        { key: first[0]?.key, number: 2 },
        { key: first[1]?.key, number: 2 },
        { key: first[2]?.key, number: 3 },
      ],
    })
    expect((await send(admin, id, 1, first)).data).toEqual(answer.data)
    // What was sent with them afterwards is taken up from where they led.
    const more = step(setting('C'))
    expect((await send(admin, id, 1, [...first, more])).data).toMatchObject({ draftVersion: 4 })
    expect((await send(other, id, 4, [step(setting('D'))])).code).toBe(200)
    expect((await send(admin, id, 1, [...first, more])).data).toMatchObject({ draftVersion: 4 })
    const late = await send(admin, id, 1, [...first, step(setting('E'))])
    expect(late).toMatchObject({ code: 409, data: { draftVersion: 5 } })
    expect((late.data as unknown as { steps: { number: number }[] }).steps).toMatchObject([
      { number: 2, key: first[0]?.key },
      { number: 3, key: first[2]?.key },
      { number: 4, key: more.key },
      { number: 5, command: printLossless(setting('D')), userName: expect.stringMatching(/./) },
    ])
    expect(await labelOf(id)).toBe('D')
  })

  it('on one base are taken of exactly one of those who send them at once', async () => {
    const id = await create()
    const answers = await Promise.all(
      [admin, other, admin, other].map((client, at) => send(client, id, 1, [step(setting(`L${at}`))])),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    expect(await labelOf(id)).toBe(`L${answers.findIndex(({ code }) => code === 200)}`)
    expect((await historyOf(id)).list).toHaveLength(1)
  })

  it('are refused whole where one is wrong, and nobody is harmed', async () => {
    const id = await create()
    const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
    const raw = (value: string, more = '') =>
      `{"do":"set","what":{"part":"formData","path":["x"]},"value":${value}${more}}`
    const into = { part: 'columnData', path: ['a'] }
    const wrong: readonly unknown[] = [
      '{',
      'null',
      { do: 'drop' },
      { do: 'set', what: { part: '__proto__', path: ['x'] }, value: 1 },
      { do: 'set', what: { part: 'settings', path: ['fullName'] }, value: 1 },
      {
        do: 'group',
        commands: [setting('A'), { do: 'set', what: { part: 'settings', path: [] }, value: {} }],
      },
      { do: 'set', what: { part: 'formData', path: [{ x: 1 }] }, value: 1 },
      { do: 'set', what: { part: 'formData', path: [] }, value: 5 },
      { do: 'insert', into, at: 0, value: {} },
      { do: 'insert', into: { part: 'formData', path: ['fields'] }, at: -1, value: {} },
      { do: 'remove', what: { part: 'formData', node: 7, path: [] } },
      raw(nested(MODEL_NESTING)),
      raw(nested(3000)),
      setting({}, ...Array<string>(MODEL_NESTING).fill('deep')),
      setting(1, ...Array<string>(MODEL_NESTING + 1).fill('deep')),
      raw('1', ',"spelling":{"text":"1,\\"y\\":2"}'),
      raw('1', ',"spelling":{"text":"2"}'),
      raw('1', ',"spelling":{"lead":"}"}'),
      raw('1', ',"spelling":{"name":"\\"z\\":"}'),
      `{"do":"group","commands":[${Array(5001).fill('{"do":"group","commands":[]}').join()}]}`,
    ]
    for (const command of wrong) {
      const answer = await send(admin, id, 1, [step(setting('A')), step(command)])
      expect(answer, printLossless(command).slice(0, 200)).toMatchObject({ code: 400 })
    }
    const deepest = setting(1, ...Array<string>(MODEL_NESTING).fill('deep'))
    const many = Array.from({ length: 501 }, () => step(setting('A')))
    expect((await send(admin, id, 1, many)).code).toBe(400)
    const twice = step(setting('A'))
    expect((await send(admin, id, 1, [twice, twice])).code).toBe(400)
    expect((await send(reader, id, 1, [step(setting('A'))])).code).toBe(403)
    expect((await send(admin, 'nowhere', 1, [step(setting('A'))])).code).toBe(404)
    expect((await send(admin, id, 9, [step(setting('A'))])).code).toBe(409)
    const info = await admin.call('visualDevelopment.info', { id })
    expect(info).toMatchObject({ formData: form(), draftVersion: 1 })
    expect((await send(admin, await create(), 1, [step(deepest)])).code).toBe(200)
    // A member of that name is one like any other.
    const proto = step('{"do":"set","what":{"part":"formData","path":["__proto__","x"]},"value":1}')
    expect((await send(admin, id, 1, [proto])).code).toBe(200)
    expect((await admin.call('visualDevelopment.info', { id })).formData).toContain('"__proto__": {"x":1}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('are kept by a save of whole texts too, and brought back by its inverse', async () => {
    const id = await create({ columnData: '' })
    const { draftVersion: _, ...info } = await admin.call('visualDevelopment.info', { id })
    const whole = { ...info, formData: '{"fields": [ ]}', columnData: '{"b": 2.0}' }
    await admin.call('visualDevelopment.update', whole as never)
    await admin.call('visualDevelopment.update', { ...whole, fullName: 'named' } as never)
    await admin.call('visualDevelopment.update', { ...whole, formData: 'no JSON' } as never)
    const { list } = await historyOf(id)
    expect(list).toMatchObject([
      { number: 4, kind: 'whole', command: '', inverse: '' },
      { number: 2, kind: 'whole' },
    ])
    // What cannot be read is changed as a whole alone.
    expect((await send(admin, id, 4, [step(setting({}))])).code).toBe(400)
    await admin.call('visualDevelopment.update', whole as never)
    expect((await send(admin, id, 5, [step(list[1]?.inverse)])).code).toBe(200)
    expect(await admin.call('visualDevelopment.info', { id })).toMatchObject({
      formData: form(),
      columnData: '',
    })
  })

  it('go back and forth also where nothing is left to be changed', async () => {
    const id = await create()
    const answer = await send(admin, id, 1, [step(setting('L'), 'undo')])
    expect(answer.data).toMatchObject({ draftVersion: 2 })
    expect((await historyOf(id)).list).toMatchObject([{ kind: 'undo' }])
  })

  it('are told by pages of people’s names, a long one without its texts', async () => {
    const id = await create()
    await send(
      admin,
      id,
      1,
      Array.from({ length: 5 }, (_, at) => step(setting(`L${at}`))),
    )
    const long = step(setting('x'.repeat(1_100_000)))
    expect((await send(admin, id, 6, [long])).code).toBe(200)
    const first = await historyOf(id, { pageSize: 2 })
    expect(first).toMatchObject({
      hasMore: true,
      list: [
        { number: 7, command: '', inverse: '' },
        { number: 6, command: printLossless(setting('L4')), inverse: printLossless(setting('L3')) },
      ],
    })
    expect(first.list[0]?.userName).not.toBe('')
    const rest = await historyOf(id, { before: 6 })
    expect(rest.list.map(({ number }) => number)).toEqual([5, 4, 3, 2])
    expect(rest.hasMore).toBe(false)
    const halves = Array.from({ length: 3 }, (_, at) => step(setting(`${at}`.repeat(400_000))))
    await send(admin, id, 7, halves)
    // The second of them has the text before it as its inverse.
    expect(await historyOf(id)).toMatchObject({ hasMore: true, list: [{ number: 10 }] })
    // What came since is more than a refusal carries.
    expect(await send(admin, id, 1, [step(setting('late'))])).toMatchObject({
      code: 409,
      data: { draftVersion: 10, steps: null },
    })
  })

  it('are told of one person alone', async () => {
    const id = await create()
    for (const [at, client] of [admin, other, other, admin, other].entries())
      expect((await send(client, id, at + 1, [step(setting(`L${at}`))])).code).toBe(200)
    const numbers = async (query: object) => {
      const { list, hasMore } = await historyOf(id, { own: 1, ...query })
      return [list.map(({ number }) => number), hasMore]
    }
    expect(await numbers({})).toEqual([[5, 2], false])
    expect(await numbers({ pageSize: 1 })).toEqual([[5], true])
    expect(await numbers({ before: 5 })).toEqual([[2], false])
    expect(await numbers({ before: 2 })).toEqual([[], false])
  })

  it('tell who else is at the draft', async () => {
    const id = await create()
    expect(await reader.envelope('visualDevelopment.present', { id, tab: 'x' })).toMatchObject({ code: 403 })
    const present = (client: TestClient, tab: string, leaves = 0) =>
      client.call('visualDevelopment.present', { id, tab, leaves })
    expect(await present(admin, 'one')).toEqual({ list: [], draftVersion: 1 })
    expect((await present(other, 'one')).list).toMatchObject([{ tab: 'one', userName: expect.any(String) }])
    expect((await present(admin, 'two')).list).toHaveLength(2)
    await present(other, 'one', 1)
    expect((await present(admin, 'two')).list).toMatchObject([{ tab: 'one' }])
    await server.sql("update model_presence set seen_at = now() - interval '50 seconds'")
    expect((await present(admin, 'two')).list).toEqual([])
  })
})
