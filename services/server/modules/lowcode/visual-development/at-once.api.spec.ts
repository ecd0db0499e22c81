import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../../field/project/specs/farm'
import { field, release } from '../online-development/specs/models'
import { hold } from './specs/hold'

let server: TestServer
let admin: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const person = await personOf(server, 'other')
  await server.sql('update user_account set is_administrator = true where id = $1', [person.id])
  other = person.client
})
afterAll(() => server.close())

type Json = Record<string, unknown>
const known = (formId: number, name: string, config: Json = {}) => field('input', name, { formId, ...config })

const set = (path: readonly string[], value: unknown, node?: number) =>
  JSON.stringify({
    ...{ do: 'set', value },
    what: { part: 'formData', path, ...(node !== undefined && { node }) },
  })
let keys = 0
const step = (command: string) => ({ key: `at-once-${keys++}`, kind: 'do' as const, command })
const send = (client: TestClient, id: string, draftVersion: number, ...commands: string[]) =>
  client.envelope('visualDevelopment.step', { id, draftVersion, steps: commands.map(step) })
const labelIn = (formData: string): unknown => JSON.parse(formData).label

/** What is released, and the draft beside it. */
async function bothOf(id: string) {
  const { draftVersion, version, formData } = await admin.call('visualDevelopment.info', { id })
  const released = await admin.call('visualDevelopment.version', { id, version })
  const [row] = await server.sql<{ released_draft: number; released_version: number }>(
    'select released_draft, released_version from model where id = $1',
    [id],
  )
  return {
    ...{ draftVersion, version, releasedDraft: row?.released_draft },
    ...{ draft: labelIn(formData), released: labelIn(released.formData) },
  }
}
const versionsOf = async (id: string) =>
  (await admin.call('visualDevelopment.versions', { id })).list.map(({ version }) => version)

describe('while one designer releases', () => {
  it('steps of another are in the version or remain in the draft, none is lost', async () => {
    const id = await release(admin, { enCode: 'beside', fields: [known(1, 'no')] })
    // One sends step after step, the other releases as often as may be meanwhile.
    const LAST = 15
    let isSending = true
    const sending = (async () => {
      for (let number = 1; number <= LAST; number += 1)
        expect(await send(other, id, number, set(['label'], `L${number}`))).toMatchObject({
          ...{ code: 200, data: { draftVersion: number + 1 } },
        })
      isSending = false
    })()
    let releases = 0
    while (isSending) {
      await admin.call('visualDevelopment.release', { id })
      releases += 1
      // The version is the draft as it was at some step, and says at which.
      const [row] = await server.sql<{ label: string | null; at: number }>(
        `select model_version.form_data::json->>'label' as label, released_draft as at
         from model join model_version on model_id = id and version = released_version where id = $1`,
        [id],
      )
      expect(row?.label).toBe(row?.at === 1 ? null : `L${(row?.at ?? 0) - 1}`)
    }
    await sending
    const both = await bothOf(id)
    expect(both).toMatchObject({ draftVersion: LAST + 1, draft: `L${LAST}`, version: 1 + releases })
    const { list } = await admin.call('visualDevelopment.steps', { id, pageSize: 100 })
    expect(list.map(({ number }) => number)).toEqual(Array.from({ length: LAST }, (_, at) => LAST + 1 - at))
  })

  it('what another does after the check is not released unseen', async () => {
    const id = await release(admin, { enCode: 'unseen', fields: [known(1, 'no')] })
    expect(await send(admin, id, 1, set(['label'], 'mine'))).toMatchObject({ code: 200 })
    const { draftVersion, mark } = await admin.call('visualDevelopment.checkRelease', { id })
    // Sent at once, one is first: either the step waits, and is left in the draft, or the release is refused.
    const [released, taken] = await Promise.all([
      admin.envelope('visualDevelopment.release', { id, draftVersion, accept: mark }),
      send(other, id, draftVersion, set(['label'], 'theirs')),
    ])
    expect(taken).toMatchObject({ code: 200, data: { draftVersion: 3 } })
    const both = await bothOf(id)
    expect(both).toMatchObject({ draftVersion: 3, draft: 'theirs' })
    if (released.code === 200) expect(both).toMatchObject({ version: 2, releasedDraft: 2, released: 'mine' })
    else {
      expect(released).toMatchObject({ code: 409, data: { draftVersion: 3 } })
      expect(both.version).toBe(1)
    }
  })

  it('a roll back and steps do not mix', async () => {
    const id = await release(admin, { enCode: 'mixed', fields: [known(1, 'no')] })
    expect(await send(admin, id, 1, set(['label'], 'two'))).toMatchObject({ code: 200 })
    await admin.call('visualDevelopment.release', { id })
    const [back, taken] = await Promise.all([
      admin.envelope('visualDevelopment.rollback', { id, version: 1 }),
      send(other, id, 2, set(['label'], 'theirs')),
    ])
    expect(back).toMatchObject({ code: 200, data: { version: 3 } })
    const both = await bothOf(id)
    expect(both).toMatchObject({ version: 3, draft: undefined, released: undefined })
    expect(both.releasedDraft).toBe(both.draftVersion)
    const { list } = await admin.call('visualDevelopment.steps', { id })
    // A step that came first is in the history, to be undone to; one that came late is told of the roll back.
    if (taken.code === 200) expect(list.map(({ kind }) => kind)).toEqual(['whole', 'do', 'do'])
    else {
      expect(taken).toMatchObject({ code: 409, data: { draftVersion: 3, steps: [{ kind: 'whole' }] } })
      expect(list.map(({ kind }) => kind)).toEqual(['whole', 'do'])
    }
  })
})

describe('two who release at once', () => {
  it('have a number each, and who accepted what another changed is asked anew', async () => {
    const id = await release(admin, { enCode: 'twice', fields: [known(1, 'no'), known(2, 'supplier')] })
    const answers = await Promise.all(
      [admin, other, admin, other].map((client) => client.envelope('visualDevelopment.release', { id })),
    )
    expect(answers.map(({ code, data }) => [code, data?.version]).sort()).toEqual(
      [2, 3, 4, 5].map((at) => [200, at]),
    )
    expect(await versionsOf(id)).toEqual([5, 4, 3, 2, 1])

    await admin.call('onlineDevelopment.create', { modelId: id, data: { no: 'A1' } })
    const required = set(['__config__', 'required'], true, 2)
    expect(await send(admin, id, 1, required)).toMatchObject({ code: 200 })
    const { verdict, mark } = await admin.call('visualDevelopment.checkRelease', { id })
    expect(verdict).toBe('ask')
    const accepted = { id, draftVersion: 2, accept: mark }
    const both = await Promise.all(
      [admin, other].map((client) => client.envelope('visualDevelopment.release', accepted)),
    )
    const [won, lost] = both[0]?.code === 200 ? both : [...both].reverse()
    expect(won).toMatchObject({ code: 200, data: { version: 6 } })
    // What they accepted has been released: nothing is asked any more, and that is something else.
    expect(lost).toMatchObject({ code: 409, data: { report: { version: 6, verdict: 'tell' } } })
    expect(await versionsOf(id)).toEqual([6, 5, 4, 3, 2, 1])
  })
})

describe('a record that is saved while its form is released', () => {
  const database = () => ({ connectionString: server.databaseUrl })

  it.each([
    ['a new record', false, '', 400],
    ['a change', true, '', 400],
    ['what fits the new version too', false, '绿洲', 200],
  ])('%s is judged anew where the release was first', async (_, isChange, supplier, code) => {
    const enCode = `late${keys}`
    const modelId = await release(admin, { enCode, fields: [known(1, 'no'), known(2, 'supplier')] })
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data: { no: 'A' } })
    const changes = [set(['__vModel__'], 'orderNo', 1), set(['__config__', 'required'], true, 2)]
    expect(await send(admin, modelId, 1, ...changes)).toMatchObject({ code: 200 })
    // It has been judged by the version before, and is not kept yet.
    const held = await hold('record_save', database())
    const filled = { modelId, formVersion: 1, saveId: enCode, data: { no: 'B', supplier } }
    const saving = isChange
      ? other.envelope('onlineDevelopment.update', { ...filled, id })
      : other.envelope('onlineDevelopment.create', filled)
    await held.waits()
    await admin.call('visualDevelopment.release', { id: modelId })
    await held.letGo()
    const { code: answered, msg } = await saving
    expect(answered).toBe(code)
    if (code === 400) expect(msg).toMatch(/^表单已更新到版本 2（.*supplier.*）：/)
    const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
    expect(list).toHaveLength(code === 200 ? 2 : 1)
    const [first] = await server.sql<{ data: Json }>('select data from record where id = $1', [id])
    expect(first?.data).toMatchObject({ no: 'A' })
  })

  it('is waited for where it was first, and counts', async () => {
    const modelId = await release(admin, { enCode: 'early', fields: [known(1, 'no')] })
    expect(await send(admin, modelId, 1, set(['__config__', 'unique'], true, 1))).toMatchObject({ code: 200 })
    await admin.call('onlineDevelopment.create', { modelId, data: { no: 'A' } })
    const held = await hold('audit', database())
    const saving = other.envelope('onlineDevelopment.create', { modelId, data: { no: 'A' } })
    await held.waits(1)
    const releasing = admin.envelope('visualDevelopment.release', { id: modelId })
    await held.waits(2)
    await held.letGo()
    expect(await saving).toMatchObject({ code: 200 })
    expect(await releasing).toMatchObject({ code: 400, data: { errors: [{ path: 'no' }] } })
    expect(await versionsOf(modelId)).toEqual([1])
  })
})
