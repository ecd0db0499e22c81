import { verbs } from '@runtime/action'
import { functionCatalogue } from '@runtime/expression/functions/catalogue'
import { nodes } from '@runtime/page'
import { calls } from '@services/contract/calls'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { catalogue } from '@widgets/definitions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let operator: TestClient
beforeAll(async () => {
  server = await startTestServer()
  operator = await server.as('operator')
})
afterAll(() => server.close())

const chapters = async (input: { readonly keyword?: string } = {}) => {
  const { list } = await operator.call('handbook.list', input)
  return Object.fromEntries(list.map(({ id, children }) => [id, children.map((entry) => entry.id)]))
}
const inEnglish = async (id: string) =>
  (await operator.envelope('handbook.read', { id }, { 'x-language': 'en' })).data

describe('the handbook', () => {
  it('has eight guides, and an entry for all that is registered', async () => {
    const names = (kind: string, all: Iterable<string>) => [...all].map((name) => `${kind}/${name}`)
    const contents = await chapters()
    expect(contents['guide']).toHaveLength(8)
    expect(contents['widget']).toEqual(
      names(
        'widget',
        catalogue.all().map(({ key }) => key),
      ),
    )
    expect(contents['node']).toEqual(names('node', nodes.keys()))
    expect(contents['verb']).toEqual(names('verb', verbs.keys()))
    expect(contents['function']).toEqual(
      names(
        'function',
        functionCatalogue.map(({ name }) => name),
      ),
    )
    expect(contents['call']).toEqual(names('call', Object.keys(calls)))
  })

  it('says something of each, with its words and how it is written', async () => {
    const contents = await chapters()
    for (const id of Object.values(contents).flat()) {
      const { text, kind } = await operator.call('handbook.read', { id })
      expect(text.length, id).toBeGreaterThan(20)
      if (kind === 'widget' || kind === 'node' || kind === 'verb') {
        // The gallery is what shows the examples.
        if (id !== 'node/gallery') expect(text, id).toContain('```json')
        expect(text, id).toContain('|')
      }
      // A key that no language says would stand there as it is.
      expect(text, id).not.toMatch(/(^|[^`"\w])@(handbook|expression|widgets)\./)
    }
  })

  it('speaks the reader’s language; guides are written in three', async () => {
    const guides = await chapters()
    for (const id of guides['guide'] ?? []) {
      const [zh, en] = [await operator.call('handbook.read', { id }), await inEnglish(id)]
      const tw = (await operator.envelope('handbook.read', { id }, { 'x-language': 'zhtw' })).data
      expect(new Set([zh.text, en.text, tw.text]).size, id).toBe(3)
      expect(en.text, id).not.toMatch(/\p{Script=Han}/u)
    }
    expect((await inEnglish('function/ROUND')).text).toContain('ROUND(1.005, 2)')
  })

  it('explains words, settings and calls in the reader’s language too, and is searched by them', async () => {
    const read = async (id: string) => (await operator.call('handbook.read', { id })).text
    expect(await read('call/area.update')).toContain('修改地区；ID 不变')
    expect(await read('verb/wait')).toContain('毫秒数')
    expect(await read('widget/calculate')).not.toMatch(/\| @\w/)
    expect(await read('node/list')).not.toContain('Buttons above')
    expect((await inEnglish('call/area.update')).text).toContain('Changes an area; its id stays')
    expect((await chapters({ keyword: 'ID 不变' }))['call']).toContain('call/area.update')
  })

  it('is searched by all words, in names and in what is said', async () => {
    expect(await chapters({ keyword: 'ROUNDUP' })).toEqual({ function: ['function/ROUNDUP'] })
    expect((await chapters({ keyword: '计划 发布' }))['guide'] ?? []).toEqual([])
    expect((await chapters({ keyword: 'npm check' }))['guide']).toEqual(['guide/page'])
    expect(await chapters({ keyword: 'nothing that is there' })).toEqual({})
    expect((await operator.envelope('handbook.list', { keyword: 'x'.repeat(101) })).code).toBe(400)
  })

  it('refuses what it has not, whatever it is called', async () => {
    for (const id of ['node/none', 'node', 'guide/../../package', 'node/constructor', 'verb/__proto__'])
      expect((await operator.envelope('handbook.read', { id })).code, id).toBe(404)
    expect((await server.stranger.envelope('handbook.list')).code).toBe(600)
  })
})
