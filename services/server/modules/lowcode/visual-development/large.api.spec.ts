import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const input = { __config__: { jnpfKey: 'input', label: 'F', formId: 1 }, __vModel__: 'f' }
const inTabs = (depth: number): object => {
  if (depth === 0) return input
  const pane = { title: 'P', name: 'p', __config__: { children: [inTabs(depth - 1)] } }
  return { __config__: { jnpfKey: 'tab', formId: 1 + depth, children: [pane] } }
}
const form = (node: object, tip = '') => JSON.stringify({ idGlobal: 900, tip, fields: [node] })
const LONG = '"abcdefg'.repeat(1_150_000)

let made = 0
const named = (formData: string) => ({
  ...{ fullName: 'L', enCode: `large${++made}`, webType: '1', formData },
})

it.each([
  ['200 containers in each other', form(inTabs(200))],
  ['10 MB', form(input, LONG)],
])(
  '%s come in every way, are answered, designed and released',
  async (_, formData) => {
    const made = named(formData)
    const { id } = await admin.call('visualDevelopment.import', { text: JSON.stringify(made) })
    await admin.call('visualDevelopment.import', named(formData))
    await admin.call('visualDevelopment.create', named(formData))
    expect((await admin.call('visualDevelopment.check', named(formData))).errors).toEqual([])
    expect((await admin.call('visualDevelopment.info', { id })).formData === formData).toBe(true)
    await admin.call('visualDevelopment.update', { id, ...made, formData: formData.replace('900', '901') })
    const command = '{"do":"set","what":{"part":"formData","path":["idGlobal"]},"value":900}'
    const steps = [{ key: 'k', kind: 'do' as const, command }]
    await admin.call('visualDevelopment.step', { id, draftVersion: 2, steps })
    expect((await admin.call('visualDevelopment.info', { id })).formData === formData).toBe(true)
    expect((await admin.call('visualDevelopment.release', { id })).version).toBe(1)
  },
  60_000,
)

it('is refused in words where it is larger or deeper, and the draft stays as it was', async () => {
  const { id } = await admin.call('visualDevelopment.create', named(form(input)))
  const whole = (formData: string) => {
    const command = `{"do":"set","what":{"part":"formData","path":[]},"value":${formData}}`
    return { id, draftVersion: 1, steps: [{ key: 'k', kind: 'do' as const, command }] }
  }
  for (const [formData, words] of [
    [form(input, 'x'.repeat(10 * 2 ** 20)), /10(\.1)? MB/],
    [form(inTabs(220)), /128\d|130\d/],
  ] as const) {
    const refused = { code: 400, msg: expect.stringMatching(words) }
    expect(await admin.envelope('visualDevelopment.create', named(formData))).toMatchObject(refused)
    const text = JSON.stringify(named(formData))
    expect(await admin.envelope('visualDevelopment.import', { text })).toMatchObject(refused)
    expect(await admin.envelope('visualDevelopment.check', { text })).toMatchObject(refused)
    expect(await admin.envelope('visualDevelopment.update', { id, ...named(formData) })).toMatchObject(
      refused,
    )
    expect(await admin.envelope('visualDevelopment.step', whole(formData))).toMatchObject({ code: 400 })
  }
  expect((await admin.call('visualDevelopment.info', { id })).formData).toBe(form(input))
}, 60_000)
