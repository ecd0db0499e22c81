import { field, release, table } from '@services/server/modules/lowcode/online-development/specs/models'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let server: TestServer
let admin: TestClient
let modelId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, { enCode: 'pickers', fields, columns: NAMES, search })
})
afterAll(() => server.close())

const NAMES = ['organize', 'department', 'position', 'role', 'group', 'person', 'several']
const DEPARTMENT = 'demo-irrigation'

const fields = [
  field('organizeSelect', 'organize'),
  field('depSelect', 'department', {}, { multiple: true }),
  field('posSelect', 'position'),
  field('roleSelect', 'role'),
  field('groupSelect', 'group'),
  field('userSelect', 'person'),
  field('usersSelect', 'several', {}, { multiple: true }),
  field('userSelect', 'able', {}, { selectType: 'custom', ableIds: [`${DEPARTMENT}--department`] }),
  table('shifts', [field('userSelect', 'who')]),
  field('userSelect', 'related', {}, { selectType: 'dep', relationField: 'department' }),
]
const search = NAMES.map((name, at) => ({
  prop: name,
  label: name,
  jnpfKey: [
    'organizeSelect',
    'depSelect',
    'posSelect',
    'roleSelect',
    'groupSelect',
    'userSelect',
    'usersSelect',
  ][at],
  searchType: 1,
}))

/** People of the demo's company by the unit they belong to, with their names. */
async function peopleOf(unit: string) {
  return server.sql<{ id: string; real_name: string }>(
    `select id, real_name from user_account join user_organize on user_id = id
      where organize_id = $1 and status = 1 order by account`,
    [unit],
  )
}
const one = async (table: string, where = 'true') =>
  (
    await server.sql<{ id: string; full_name: string }>(
      `select id, full_name from ${table} where ${where} order by id limit 1`,
    )
  )[0] ?? { id: '', full_name: '' }

/** A record that fills every field, and what people read of it. */
async function filled() {
  const [position, role, group] = [
    await one('position', `organize_id = '${DEPARTMENT}'`),
    await one('role', `en_code = 'agronomist'`),
    await one('user_group'),
  ]
  const [first, second] = await peopleOf(DEPARTMENT)
  const data = {
    organize: ['demo-group', 'demo-farm'],
    department: [DEPARTMENT],
    position: position.id,
    role: role.id,
    group: group.id,
    person: first?.id ?? '',
    several: [`${second?.id}--user`, `${DEPARTMENT}--department`],
    able: first?.id ?? '',
    related: second?.id ?? '',
  }
  const texts = {
    organize: '绿源农业集团/绿源高标准农田示范区',
    department: '灌溉运维部',
    position: position.full_name,
    // A role's name is kept in every language.
    role: '农技员',
    group: group.full_name,
    person: first?.real_name,
    several: `${second?.real_name},灌溉运维部`,
  }
  return { data, texts }
}

async function refusal(data: Json) {
  const answer = await admin.envelope('onlineDevelopment.create', { modelId, data })
  const errors = (answer.data as unknown as { errors?: { path: string; message: string }[] } | null)?.errors
  return { code: answer.code, errors: errors?.map(({ path, message }) => [path, message]) }
}

describe('records of people and their places', () => {
  it('keep all seven, and are listed by name', async () => {
    const { data, texts } = await filled()
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data })
    const stored = await admin.call('onlineDevelopment.read', { modelId, id })
    expect(JSON.parse(stored.data)).toMatchObject(data)
    const { list } = await admin.call('onlineDevelopment.list', { modelId })
    expect(list).toEqual([
      expect.objectContaining({ id, ...texts, organize_id: data.organize, several_id: data.several }),
    ])
  })

  it('of several kinds have their names resolved in one call', async () => {
    const { data, texts } = await filled()
    const of = (kind: string, ids: readonly unknown[]) => ({ source: { kind: 'people', of: kind }, ids })
    const requests = [
      of('organize', data.organize),
      of('department', data.department),
      of('position', [data.position]),
      of('role', [data.role]),
      of('group', [data.group]),
      of('user', [data.person, 'nobody']),
      of('mixed', data.several),
    ]
    const answers = (await admin.call('names.resolve', { requests } as never)) as {
      id: string
      text: string
    }[][]
    // They come in any order: what is asked for has one.
    const names = answers.map((named, at) =>
      (requests[at]?.ids ?? []).flatMap((id) => named.find((one) => one.id === id)?.text ?? []),
    )
    expect(names[0]?.join('/')).toBe(texts.organize)
    expect(names.slice(1, 6)).toEqual([
      [texts.department],
      [texts.position],
      [texts.role],
      [texts.group],
      [texts.person],
    ])
    expect(names[6]?.join(',')).toBe(texts.several)
  })

  it.each([
    ['organize', ['demo-group', 'nowhere'], '“nowhere”不在可选项中'],
    ['department', ['nowhere'], '“nowhere”不在可选项中'],
    ['position', 'nowhere', '“nowhere”不在可选项中'],
    ['role', 'nowhere', '“nowhere”不在可选项中'],
    ['group', 'nowhere', '“nowhere”不在可选项中'],
    ['person', 'nobody', '“nobody”不在可选项中'],
    ['person', 'currentUser', '“当前用户”不在可选范围内'],
    ['several', ['nobody--user'], '“nobody--user”不在可选项中'],
    // A company is no department, whatever its id.
    ['department', ['demo-farm'], '“demo-farm”不在可选项中'],
  ])('refuse in %s what is not there: %s', async (name, value, message) => {
    const { data } = await filled()
    const changed = { ...data, related: '', [name]: value }
    expect(await refusal(changed)).toEqual({ code: 400, errors: [[name, message]] })
  })

  it('refuse it in a row, by the row and its column', async () => {
    const { data } = await filled()
    const shifts = [{ who: data.person }, { who: 'nobody' }]
    const errors = [['shifts.1.who', '“nobody”不在可选项中']]
    expect(await refusal({ ...data, shifts })).toEqual({ code: 400, errors })
  })

  it('refuse several where one is asked for', async () => {
    const { data } = await filled()
    const [first, second] = await peopleOf(DEPARTMENT)
    const { code, errors } = await refusal({ ...data, person: [first?.id, second?.id] })
    expect(code).toBe(400)
    expect(errors?.map(([path]) => path)).toEqual(['person'])
  })

  it('refuse a person whom nothing allowed takes in, by name', async () => {
    const { data } = await filled()
    const [stranger] = await peopleOf('demo-finance')
    const name = `“${stranger?.real_name}”不在可选范围内`
    expect(await refusal({ ...data, able: stranger?.id })).toEqual({ code: 400, errors: [['able', name]] })
    expect(await refusal({ ...data, related: stranger?.id })).toEqual({
      code: 400,
      errors: [['related', name]],
    })
    // What the other field holds decides.
    const elsewhere = { ...data, department: ['demo-finance'], related: stranger?.id }
    expect((await admin.envelope('onlineDevelopment.create', { modelId, data: elsewhere })).code).toBe(200)
  })

  it('are found by each, an organisation by its last id alone', async () => {
    const { data } = await filled()
    const other = { ...data, organize: ['demo-group', 'demo-north'], related: '', able: '' }
    await admin.call('onlineDevelopment.create', { modelId, data: other })
    const found = async (queryJson: Json) => {
      const requested = { modelId, queryJson: JSON.stringify(queryJson), pageSize: 100 }
      return (await admin.call('onlineDevelopment.list', requested)).pagination.total
    }
    const all = await found({})
    for (const name of NAMES.slice(1)) {
      expect(await found({ [name]: data[name as keyof typeof data] }), name).toBeGreaterThan(0)
      expect(
        await found({ [name]: name === 'department' || name === 'several' ? ['none'] : 'none' }),
        name,
      ).toBe(0)
    }
    expect(await found({ organize: ['demo-group', 'demo-north'] })).toBe(1)
    expect(await found({ organize: ['demo-group', 'demo-farm'] })).toBe(all - 1)
    expect(await found({ organize: ['demo-group'] })).toBe(all)
    expect(await found({ several: [`${DEPARTMENT}--department`] })).toBe(all)
  })

  it('of one who has left can still be saved, and not be made anew', async () => {
    const group = await admin.call('group.create', { fullName: '临时组', enCode: 'temporary' })
    const data = { ...(await filled()).data, group: group.id }
    const { id, version } = await admin.call('onlineDevelopment.create', { modelId, data })
    await admin.call('group.delete', { id: group.id })
    const answer = await admin.envelope('onlineDevelopment.update', { modelId, id, data, version })
    expect(answer.code).toBe(200)
    expect(await refusal(data)).toEqual({ code: 400, errors: [['group', `“${group.id}”不在可选项中`]] })
  })
})
