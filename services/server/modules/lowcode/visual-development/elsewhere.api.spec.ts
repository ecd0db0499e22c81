import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release, table } from '../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const textOf = (model: object) => JSON.stringify(model)
const pointers = (lines: readonly { pointer: string }[]) => lines.map(({ pointer }) => pointer)

describe('a model from elsewhere', () => {
  it('is told with what it names and is not here, and each line names its widget', async () => {
    const draft = modelOf({
      enCode: 'naming',
      fields: [
        field('billRule', 'no', { rule: 'XX', ruleName: '单号' }),
        field(
          'select',
          'kind',
          { dataType: 'dictionary', dictionaryType: 'ged', defaultValue: 'B' },
          { options: [{ fullName: '甲', enCode: 'A' }] },
        ),
        field('popupSelect', 'thing', {}, { interfaceId: 'gone-interface', columnOptions: [] }),
        field('relationForm', 'order', {}, { modelId: 'gone-model', relationField: 'name' }),
        field('userSelect', 'who', {}, { selectType: 'custom', ableIds: ['nobody--user'] }),
        field('signature', 'sign'),
      ],
      columns: ['kind', 'vanished'],
    })
    const text = textOf(draft)
    const found = await admin.call('visualDevelopment.check', { text })
    expect(found.missing).toEqual([
      { kind: 'rule', id: 'XX', name: 'no', canMake: true, values: [] },
      { kind: 'dictionary', id: 'ged', name: 'kind', canMake: true, values: ['甲', 'B'] },
      { kind: 'interface', id: 'gone-interface', name: 'thing', canMake: false, values: [] },
      { kind: 'model', id: 'gone-model', name: 'order', canMake: false, values: [] },
      { kind: 'people', id: 'nobody--user', name: 'who', canMake: false, values: [] },
    ])
    expect(found).toMatchObject({ enCode: 'naming', places: 6, inert: 1, isMostlyInert: false })
    expect(found.errors.map(({ field }) => field)).toEqual(['no'])
    const named = [...found.errors, ...found.losses].filter(
      ({ pointer }) => pointer !== '/columnData/columnList/1',
    )
    expect(named.every(({ widget }) => widget)).toBe(true)
    expect(found.losses.find(({ field }) => field === 'sign')?.widget).toBe('signature')
    expect(found.fields.find(({ path }) => path === 'sign')).toMatchObject({ isInert: true, findings: 1 })

    const bare = await admin.call('visualDevelopment.import', { text })
    expect(bare.errors).toHaveLength(1)
    const made = await admin.call('visualDevelopment.import', { text, enCode: 'naming2', make: 1 })
    expect(made.errors).toEqual([])
    expect(made.losses.map(({ message }) => message).join()).not.toMatch(/ged|XX/)
    const { list } = await admin.call('dictionaryData.options', { id: 'ged' })
    expect(list.map(({ fullName, enCode }) => [fullName, enCode])).toEqual([
      ['甲', 'A'],
      ['B', 'B'],
    ])
    expect(await admin.call('visualDevelopment.release', { id: made.id })).toMatchObject({ version: 1 })
  })

  it('is not given those of the missing things that are left out', async () => {
    const kinds = ['left', 'made'].map((name) =>
      field('select', name, { dataType: 'dictionary', dictionaryType: `of-${name}` }),
    )
    const text = textOf(modelOf({ enCode: 'leaving', fields: kinds }))
    const { losses } = await admin.call('visualDevelopment.import', { text, make: 1, leave: ['of-left'] })
    expect(losses.map(({ field }) => field)).toEqual(['left'])
  })

  it('has widgets of ours in the place of others where somebody says so, and remembers it', async () => {
    const fields = [field('self-upload', 'pic'), field('time-select', 'at')]
    const text = textOf(modelOf({ enCode: 'vendor', fields, columns: ['at'] }))
    const found = await admin.call('visualDevelopment.check', { text })
    expect(found.foreign).toMatchObject([
      { name: 'self-upload', labels: ['pic'], places: 1, chosen: '', suggested: 'uploadImg' },
      { name: 'time-select', labels: ['at'], places: 1, chosen: '', suggested: 'timePicker' },
    ])
    expect(found.inert).toBe(2)
    const widgets = [
      { from: 'self-upload', to: 'uploadImg' },
      { from: 'time-select', to: 'timePicker' },
    ]
    for (const to of ['card', 'billRule', 'nothing'])
      expect(
        await admin.envelope('visualDevelopment.check', { text, widgets: [{ from: 'self-upload', to }] }),
      ).toMatchObject({ code: 400, msg: expect.stringContaining('self-upload') })
    expect(await admin.call('visualDevelopment.check', { text, widgets })).toMatchObject({
      inert: 0,
      losses: [],
    })
    const made = await admin.call('visualDevelopment.import', { text, widgets })
    expect(made.losses).toEqual([])
    expect(await admin.call('visualDevelopment.release', { id: made.id })).toMatchObject({ version: 1 })

    const again = await admin.call('visualDevelopment.check', { text })
    expect(again.foreign.map(({ chosen }) => chosen)).toEqual(['uploadImg', 'timePicker'])
    const merged = await admin.call('visualDevelopment.merge', { id: made.id, text })
    expect([merged.changes, merged.losses]).toEqual([[], []])
    const replaced = await admin.call('visualDevelopment.import', { text, replace: made.id })
    expect(replaced.losses).toEqual([])
    const none = await admin.call('visualDevelopment.import', { text, replace: made.id, widgets: [] })
    expect(none.losses).toHaveLength(2)
  })

  it('makes nothing for whoever may not', async () => {
    const operator = await server.as('operator')
    const text = textOf(modelOf({ enCode: 'barred', fields: [field('billRule', 'no', { rule: 'YY' })] }))
    expect(await operator.envelope('visualDevelopment.check', { text })).toMatchObject({ code: 403 })
    expect(await operator.envelope('visualDevelopment.import', { text, make: 1 })).toMatchObject({
      code: 403,
    })
  })

  it('of which most is dead is not released without a person’s word', async () => {
    const dead = (enCode: string, ...alive: object[]) =>
      modelOf({ enCode, fields: [field('hologram', 'a'), field('smell', 'b'), ...alive] as never })
    const { id } = await admin.call('visualDevelopment.import', dead('dead', field('input', 'c')) as never)
    const refused = await admin.envelope('visualDevelopment.release', { id })
    expect(refused).toMatchObject({ code: 409, data: { places: 3, inert: 2 } })
    expect(refused.msg).toContain('2')
    expect(await admin.call('visualDevelopment.release', { id, despite: 1 })).toMatchObject({ version: 1 })
    const half = dead('half', field('input', 'c'), field('input', 'd'))
    const alive = await admin.call('visualDevelopment.import', half as never)
    expect(await admin.call('visualDevelopment.release', { id: alive.id })).toMatchObject({ version: 1 })
  })

  it('without type, webType or flow, or with too long a code, is taken or clearly refused', async () => {
    const model = {
      ...modelOf({ enCode: 'x'.repeat(60), fields: [field('input', 'a')] }),
      ...{ fullName: '短名', type: null },
    }
    const odd = { ...model, webType: null, enableFlow: null }
    const found = await admin.call('visualDevelopment.check', odd as never)
    expect(found.errors).toMatchObject([{ pointer: '/enCode', field: 'enCode' }])
    expect(found.errors[0]?.message).toMatch(/60.*50/)
    const refused = await admin.envelope('visualDevelopment.import', odd as never)
    expect(refused).toMatchObject({ code: 400, data: { errors: [{ path: 'enCode' }] } })
    const taken = await admin.call('visualDevelopment.import', { ...odd, enCode: 'short' } as never)
    const { type, webType, enableFlow } = await admin.call('visualDevelopment.info', { id: taken.id })
    expect([type, webType, enableFlow]).toEqual([1, '2', 0])
  })

  it('may be a bare form, and is no other text', async () => {
    const text = textOf({ fields: [field('input', 'a')] })
    const found = await admin.call('visualDevelopment.check', { text })
    expect([found.webType, pointers(found.errors)]).toEqual(['1', ['/fullName', '/enCode']])
    const made = await admin.call('visualDevelopment.import', { text, fullName: '表单', enCode: 'bareForm' })
    expect(made.errors).toEqual([])
    for (const wrong of ['not json', '[1]', '{"a":1}'])
      expect(await admin.envelope('visualDevelopment.check', { text: wrong })).toMatchObject({ code: 400 })
  })

  it('keeps fields with the names of records’ own members, and finds records by the time they were made', async () => {
    const modelId = await release(admin, {
      enCode: 'ownId',
      fields: [
        field('input', 'id'),
        field('createTime', 'made'),
        table('rows', [field('inputNumber', 'id')]),
      ],
      columns: ['id', 'made'],
      search: [
        { prop: 'id', searchType: 2 },
        { prop: 'made', searchType: 3 },
      ],
    })
    const data = { field_id: '甲1', rows: [{ field_id: 3 }] }
    const { id } = await admin.call('onlineDevelopment.create', { modelId, data })
    const found = async (query: object) => {
      const { list } = await admin.call('onlineDevelopment.list', {
        modelId,
        queryJson: JSON.stringify(query),
      } as never)
      return (list as { id: string }[]).map((row) => row.id)
    }
    expect(await found({ id: '甲' })).toEqual([id])
    expect(await found({ id: '乙' })).toEqual([])
    const now = Date.now()
    const day = 86_400_000
    expect(await found({ made: [now - day, now + day] })).toEqual([id])
    expect(await found({ made: [now + day, null] })).toEqual([])
    const read = await admin.call('onlineDevelopment.read', { modelId, id })
    expect(JSON.parse(read.data)).toMatchObject(data)
  })
})

describe('.vdd files', () => {
  const exported = async (id: string) => {
    const { url, name } = await admin.call('visualDevelopment.export', { id })
    return { name, content: await (await fetch(server.url + url)).text() }
  }

  it('give the same bytes back, and what the product does not know of a changed one', async () => {
    const model = {
      ...modelOf({ enCode: 'vdd', fields: [field('input', 'a')] }),
      id: 'vdd-1',
      aliasOf: { k: 1 },
    }
    const text = `${JSON.stringify(model, null, 3)}\r\n`
    const { id } = await admin.call('visualDevelopment.import', { text })
    expect(id).toBe('vdd-1')
    expect(await exported(id)).toEqual({ name: 'vdd.vdd', content: text })
    const info = await admin.call('visualDevelopment.info', { id })
    await admin.call('visualDevelopment.update', { ...info, id, fullName: '改名' } as never)
    const changed = await exported(id)
    expect(changed.name).toBe('改名.vdd')
    expect(JSON.parse(changed.content)).toMatchObject({ id, fullName: '改名', aliasOf: { k: 1 } })
    await admin.call('visualDevelopment.delete', { id })
    const again = await admin.call('visualDevelopment.import', { text: changed.content })
    expect(await exported(again.id)).toEqual(changed)
  })

  it('of models made here can be read again', async () => {
    const { id } = await admin.call(
      'visualDevelopment.create',
      modelOf({ enCode: 'home', fields: [field('input', 'a')], columns: ['a'] }) as never,
    )
    const { content } = await exported(id)
    const twin = await admin.call('visualDevelopment.import', { text: content, enCode: 'home2' })
    expect(twin.id).not.toBe(id)
    expect(await admin.call('visualDevelopment.release', { id: twin.id })).toMatchObject({ losses: [] })
  })
})
