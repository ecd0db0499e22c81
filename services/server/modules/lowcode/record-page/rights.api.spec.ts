import { BESIDE_RECORD } from '@runtime/permission/permission'
import { CODE } from '@services/contract/envelope'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { field, release } from '../online-development/specs/models'

interface Person {
  readonly id: string
  readonly client: TestClient
}

const OTHERS = ['btn_add', 'btn_edit', 'btn_remove', 'btn_batchRemove', 'btn_detail']

let server: TestServer
let admin: TestClient
/** What each may of the model that grants its buttons one by one; of the other model they hold no button. */
const people = {} as Record<'reader' | 'commenter' | 'attacher', Person>
const HOLDS = {
  reader: OTHERS,
  commenter: [BESIDE_RECORD.comment],
  attacher: [BESIDE_RECORD.attach],
}
let granted: string
let open: string
let modelId: string
let id: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const model = (enCode: string, list: Record<string, unknown>) =>
    release(admin, { enCode, fields: [field('input', 'name')], columns: ['name'], list })
  granted = await model('spoken', { useBtnPermission: true })
  open = await model('spokenOpen', {})
  for (const [name, buttons] of Object.entries(HOLDS)) {
    const person = await personOf(server, `beside-${name}`)
    await server.sql(`insert into role (id, en_code, full_name) values ($1, $1, to_json($1::text)::text)`, [
      name,
    ])
    await server.sql('insert into user_role (user_id, role_id) values ($1, $2)', [person.id, name])
    await server.server.services.rights.grant(name, `model-${granted}`, { buttons })
    await server.server.services.rights.grant(name, `model-${open}`, {})
    people[name as keyof typeof HOLDS] = person
  }
})
beforeEach(() => use(granted))
afterAll(() => server.close())

async function use(model: string): Promise<void> {
  modelId = model
  id = (await admin.call('onlineDevelopment.create', { modelId, data: { name: '一号' } } as never)).id
}
const place = () => ({ modelId, id })

async function send(client: TestClient): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['甲']), '甲.txt')
  const answer = await client.fetch('/api/file/Uploader/annex', { method: 'POST', body: form })
  return ((await answer.json()) as { data: { fileId: string } }).data.fileId
}

/** A comment and an attached file of a person, written before anybody took the right to it away. */
async function written({ client, id: userId }: Person) {
  const fileId = (await send(client)).split('.')[0]
  const [comment] = await server.sql<{ id: string }>(
    `insert into record_comment (model_id, record_id, user_id, text) values ($1, $2, $3, '我的') returning id::text`,
    [modelId, id, userId],
  )
  const [attached] = await server.sql<{ id: string }>(
    `insert into record_file (model_id, record_id, file_id, user_id) values ($1, $2, $3, $4) returning id::text`,
    [modelId, id, fileId, userId],
  )
  return { commentId: comment?.id ?? '', attachmentId: attached?.id ?? '' }
}

/** What each of the calls answers to a person who has written a comment and attached a file. */
async function answers(person: Person): Promise<Record<string, { code: number; msg: string }>> {
  const { commentId, attachmentId } = await written(person)
  const { client } = person
  const ask = [
    ['recordComment.list', {}],
    ['recordFile.list', {}],
    ['recordPage.related', {}],
    ['recordComment.people', {}],
    ['recordComment.create', { text: '说', mentions: [people.reader.id] }],
    ['recordComment.update', { commentId, text: '改' }],
    ['recordComment.delete', { commentId }],
    ['recordFile.create', { fileId: await send(client) }],
    ['recordFile.delete', { attachmentId }],
  ] as const
  const found: Record<string, { code: number; msg: string }> = {}
  for (const [name, more] of ask) found[name] = await client.envelope(name, { ...place(), ...more } as never)
  return found
}
const READS = { 'recordComment.list': 200, 'recordFile.list': 200, 'recordPage.related': 200 }
const comments = (code: number) =>
  Object.fromEntries(['people', 'create', 'update', 'delete'].map((act) => [`recordComment.${act}`, code]))
const files = (code: number) =>
  Object.fromEntries(['create', 'delete'].map((act) => [`recordFile.${act}`, code]))
const codes = (found: Record<string, { code: number }>) =>
  Object.fromEntries(Object.entries(found).map(([name, { code }]) => [name, code]))

describe('writing beside a record, where its model grants buttons one by one,', () => {
  it.each([
    ['reader', CODE.forbidden, CODE.forbidden],
    ['commenter', CODE.ok, CODE.forbidden],
    ['attacher', CODE.forbidden, CODE.ok],
  ] as const)('is as %s is granted it, and reading is not', async (who, comment, file) => {
    expect(codes(await answers(people[who]))).toEqual({ ...READS, ...comments(comment), ...files(file) })
  })

  it('leaves all as it was where it is refused, tells nobody, and says which right is lacking', async () => {
    const found = await answers(people.reader)
    expect(found['recordComment.create']?.msg).toBe(`没有权限：spoken · 评论 (model-${granted}:btn_comment)`)
    expect(found['recordFile.create']?.msg).toBe(`没有权限：spoken · 附件 (model-${granted}:btn_attach)`)
    const { list } = await admin.call('recordComment.list', place())
    expect(list.map(({ text }) => text)).toEqual(['我的'])
    expect((await admin.call('recordFile.list', place())).list).toHaveLength(1)
    expect(await server.sql(`select from message where body_text like '%' || $1 || '%'`, [id])).toEqual([])
  })

  it('offers nothing to who may not: no change of the own comment, no removal of the own file', async () => {
    const marks = async (person: Person) => {
      await use(granted)
      await written(person)
      const [comment] = (await person.client.call('recordComment.list', place())).list
      const [file] = (await person.client.call('recordFile.list', place())).list
      return [comment?.mayEdit, comment?.mayDelete, file?.mayDelete]
    }
    expect(await marks(people.reader)).toEqual([0, 0, 0])
    expect(await marks(people.commenter)).toEqual([1, 1, 0])
    expect(await marks(people.attacher)).toEqual([0, 0, 1])
  })

  it('is everybody’s who sees the record where buttons are not granted, and where a code is switched off nobody’s', async () => {
    await use(open)
    expect(codes(await answers(people.reader))).toEqual({ ...READS, ...comments(200), ...files(200) })
    await use(granted)
    await admin.call('moduleButton.state' as never, { id: `model-${granted}:btn_comment` } as never)
    expect(codes(await answers(people.commenter))).toMatchObject(comments(CODE.forbidden))
    await admin.call('moduleButton.state' as never, { id: `model-${granted}:btn_comment` } as never)
    expect(codes(await answers(people.commenter))).toMatchObject(comments(CODE.ok))
  })

  it('is given with the codes of the model’s entry, which each release keeps', async () => {
    const listed = async (model: string) => {
      const [entry] = await server.sql<{ codes: string[] }>(
        `select array(select one ->> 'enCode' from jsonb_array_elements(buttons) one) as codes from menu where id = $1`,
        [`model-${model}`],
      )
      return entry?.codes
    }
    expect(await listed(granted)).toEqual(
      expect.arrayContaining([...OTHERS, ...Object.values(BESIDE_RECORD)]),
    )
    await admin.call('visualDevelopment.release', { id: granted, pc: 1, pcModuleParentId: 'business' })
    expect(await listed(granted)).toEqual(expect.arrayContaining(Object.values(BESIDE_RECORD)))
    const form = await release(admin, { enCode: 'formAlone', fields: [field('input', 'name')], webType: '1' })
    expect(await listed(form)).toEqual([])
  })
})
