import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from './specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`)
const create = (modelId: string, record: object) =>
  admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(record) })
const errorsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: { errors: readonly { path: string; message: string }[] }) =>
      error.errors.map(({ path, message }) => `${path}: ${message}`),
  )

describe('what a form links, the server enforces', () => {
  it('bounds from another field, in the record and in a row', async () => {
    const from = { startTimeRule: true, startTimeType: 2 }
    const modelId = await release(admin, {
      enCode: 'bounds',
      columns: ['from'],
      fields: [
        field('datePicker', 'from', {}, { format: 'yyyy-MM-dd' }),
        field('datePicker', 'to', { ...from, startRelationField: 'from' }, { format: 'yyyy-MM-dd' }),
        table('shifts', [
          field('timePicker', 'open', {}, { format: 'HH:mm:ss' }),
          field(
            'timePicker',
            'close',
            { ...from, startRelationField: 'shifts-open' },
            { format: 'HH:mm:ss' },
          ),
        ]),
      ],
    })
    const shifts = [
      { open: '08:00:00', close: '17:00:00' },
      { open: '08:00:00', close: '07:00:00' },
    ]
    expect(await errorsOf(create(modelId, { from: at('2026-11-10'), to: at('2026-11-09'), shifts }))).toEqual(
      ['to: 不能早于2026-11-10', 'shifts.1.close: 不能早于08:00:00'],
    )
    expect(await errorsOf(create(modelId, { from: at('2026-11-10'), to: at('2026-11-10') }))).toEqual([])
  })

  it('a date that its bounds close stays as it is', async () => {
    const closed = {
      startTimeRule: true,
      startTimeType: 1,
      startTimeValue: at('2026-12-01'),
      endTimeRule: true,
      endTimeType: 1,
      endTimeValue: at('2026-11-01'),
    }
    const modelId = await release(admin, {
      enCode: 'closed',
      columns: ['day'],
      fields: [field('datePicker', 'day', closed, { format: 'yyyy-MM-dd' }), field('input', 'note')],
    })
    expect(await errorsOf(create(modelId, { day: at('2026-11-15') }))).toEqual(['day: day当前不可修改'])
    expect(await errorsOf(create(modelId, { note: 'x' }))).toEqual([])
  })

  it('what scripts open is taken and judged, what they may release is not demanded', async () => {
    const onLoad = `({ setFormData, setRequired, setShowOrHide }) => {
      setFormData('secret', 7); setRequired('reason', false); setShowOrHide('hidden', true)
    }`
    const model = (enCode: string, funcs: object) => ({
      enCode,
      columns: ['secret'],
      form: { funcs },
      fields: [
        field('inputNumber', 'secret', { noShow: true }, { max: 10 }),
        field('input', 'reason', { required: true }, { placeholder: '请说明原因' }),
        field('input', 'hidden', { noShow: true }),
      ],
    })
    const plain = await release(admin, model('unscripted', {}))
    const scripted = await release(admin, model('scripted', { onLoad }))
    const record = { secret: 7, hidden: 'seen' }
    expect(await errorsOf(create(plain, record))).toEqual(['reason: reason不能为空'])
    expect(await errorsOf(create(scripted, { ...record, secret: 11 }))).toEqual(['secret: secret不能大于10'])
    const { id } = (await create(scripted, record)) as unknown as { id: string }
    const { data } = await admin.call('onlineDevelopment.read', { modelId: scripted, id })
    expect(JSON.parse(data)).toMatchObject({ secret: 7, hidden: 'seen', reason: null })
  })
})
