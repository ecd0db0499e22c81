import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release } from '../online-development/specs/models'

describe('a new model', () => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  it('begins like a template, which refers to the new model where it referred to itself', async () => {
    const { list } = await admin.call('visualDevelopment.templates')
    expect(list).toHaveLength(8)
    expect(list).toContainEqual({ code: 'facility', fullName: '灌溉设施' })
    const made = await admin.call('visualDevelopment.create', {
      ...{ fullName: '泵站设施', enCode: 'pumpFacility', template: 'facility', category: null },
    })
    expect(made).toMatchObject({ errors: [], losses: [] })
    const info = await admin.call('visualDevelopment.info', { id: made.id })
    expect(info).toMatchObject({
      ...{ fullName: '泵站设施', enCode: 'pumpFacility', webType: '2', category: 'businessType.device' },
      ...{ isRelease: 0, draftVersion: 1 },
    })
    expect(info.formData).toContain(`"modelId":"${made.id}"`)
    expect(info.formData + info.columnData).not.toContain('demo-facility')
  })

  it('is called in the reader’s language by what a file calls it, until somebody calls it otherwise', async () => {
    const text = JSON.stringify({
      ...modelOf({ enCode: 'coded', fields: [field('input', 'name')], columns: ['name'] }),
      ...{ fullName: '地块档案', fullNameI18nCode: '@demoModels.title.plot' },
    })
    const { id } = await admin.call('visualDevelopment.import', { text })
    await admin.call('visualDevelopment.release', { id, pc: 1 })
    const said = async (language: string) => {
      const { data } = await admin.envelope(
        'onlineDevelopment.config',
        { modelId: id },
        { 'x-language': language },
      )
      return (data as { fullName: string }).fullName
    }
    expect(await said('en')).toBe('Plot file')
    expect(await said('zh')).toBe('地块档案')
    const info = await admin.call('visualDevelopment.info', { id })
    const { fullName, enCode, formData, columnData } = info
    await admin.call('visualDevelopment.update', { id, fullName, enCode, formData, columnData })
    await admin.call('visualDevelopment.release', { id })
    expect(await said('en')).toBe('Plot file')
    await admin.call('visualDevelopment.update', { id, fullName: '田', enCode })
    await admin.call('visualDevelopment.release', { id })
    expect(await said('en')).toBe('田')
  })

  it('begins like another model', async () => {
    const copyOf = await release(admin, {
      enCode: 'origin',
      fields: [field('input', 'name'), field('inputNumber', 'amount')],
      columns: ['amount'],
    })
    const { id } = await admin.call('visualDevelopment.create', { fullName: 'like', enCode: 'like', copyOf })
    const [origin, like] = await Promise.all(
      [copyOf, id].map((one) => admin.call('visualDevelopment.info', { id: one })),
    )
    expect(like).toMatchObject({ formData: origin?.formData, columnData: origin?.columnData })
    expect(like).toMatchObject({ fullName: 'like', enCode: 'like', isRelease: 0, version: 0 })
  })

  it('has no beginning that there is not, and no two of them', async () => {
    const create = (input: object) =>
      admin.envelope('visualDevelopment.create', { fullName: 'no', enCode: 'noSuch', ...input })
    expect(await create({ template: '../../package' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('../../package'),
    })
    expect(await create({ copyOf: 'nobody' })).toMatchObject({ code: 404 })
    expect(await create({ copyOf: 'demo-supplier', template: 'supplier' })).toMatchObject({ code: 400 })
    expect(await create({ template: 'supplier', enCode: 'supplier' })).toMatchObject({ code: 400 })
    const operator = await server.as('operator')
    expect(
      await operator.envelope('visualDevelopment.create', { fullName: 'no', enCode: 'no' }),
    ).toMatchObject({
      code: 403,
    })
    expect(await operator.envelope('visualDevelopment.templates')).toMatchObject({ code: 403 })
  })

  it('of a form and no list is released with a list of the form’s first fields', async () => {
    const { id } = await admin.call('visualDevelopment.create', { fullName: 'blank', enCode: 'blank' })
    expect(await admin.envelope('visualDevelopment.release', { id })).toMatchObject({ code: 400 })
    const { formData } = modelOf({ enCode: 'blank', fields: [field('input', 'name')] })
    await admin.call('visualDevelopment.update', {
      ...{ id, fullName: 'blank', enCode: 'blank', formData: formData as object },
    })
    await admin.call('visualDevelopment.release', { id, pc: 1, pcModuleParentId: 'business' })
    await admin.call('onlineDevelopment.create', { modelId: id, data: { name: 'first' } })
    const { list } = await admin.call('onlineDevelopment.list', {
      modelId: id,
      queryJson: JSON.stringify({ name: 'irs' }),
    })
    expect(list).toMatchObject([{ name: 'first' }])
  })

  it('keeps what a change of its name leaves out', async () => {
    const begun = {
      fullName: 'named',
      enCode: 'named',
      webType: '1',
      sortCode: 7,
      category: 'businessType.water',
    }
    const { formData } = modelOf({ enCode: 'named', fields: [field('input', 'name')] })
    const { id } = await admin.call('visualDevelopment.create', { ...begun, formData: formData as object })
    const before = await admin.call('visualDevelopment.info', { id })
    await admin.call('visualDevelopment.update', {
      ...{ id, fullName: 'renamed', enCode: 'renamed', category: null, draftVersion: 1 },
    })
    const after = await admin.call('visualDevelopment.info', { id })
    expect(after).toMatchObject({
      ...{ fullName: 'renamed', enCode: 'renamed', category: '', webType: '1', sortCode: 7 },
      ...{ formData: before.formData, draftVersion: 2 },
    })
    expect(
      await admin.envelope('visualDevelopment.update', {
        ...{ id, fullName: 'late', enCode: 'late', draftVersion: 1 },
      }),
    ).toMatchObject({ code: 409 })
  })
})

describe('a template, where the demo is not', () => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer({ demo: false })
    admin = await server.as('admin')
  })
  afterAll(() => server.close())

  it('says what it misses, and what can be made is made', async () => {
    const begin = (enCode: string, make: number) =>
      admin.call('visualDevelopment.create', { fullName: enCode, enCode, template: 'purchaseOrder', make })
    const bare = await begin('bareOrder', 0)
    expect(bare.losses.map(({ message }) => message)).toContainEqual(expect.stringContaining('demo-supplier'))
    const made = await begin('madeOrder', 1)
    expect(made.errors).toEqual([])
    expect(made.losses.length).toBeLessThanOrEqual(bare.losses.length)
    const { code } = await admin.envelope('visualDevelopment.release', { id: made.id })
    expect(code).toBe(200)
  })
})
