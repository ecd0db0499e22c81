import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { askedElsewhere, type DocumentedCall, documentedCalls } from '@tests/fixtures/documented-calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5, startTestServer, type TestClient, type TestServer } from './harness'

let server: TestServer
let admin: TestClient
const known = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { adminIds } = await admin.call('systemConfig.admins')
  known.set('admin', adminIds[0] ?? '')
  known.set('password', md5('Farmland123'))
  known.set('passwordText', 'Farmland123')
})
afterAll(() => server.close())

/** A row with the ids in it that are known by now. @throws Error for one that is not */
function filled<T>(row: T): T {
  const text = JSON.stringify(row).replace(/\$(\w+)/g, (_whole, name: string) => {
    const id = known.get(name)
    if (id === undefined) throw new Error(`Nothing is known as ${name}`)
    return id
  })
  return JSON.parse(text) as T
}

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

async function ask({ call, query, body, file }: DocumentedCall): Promise<Envelope> {
  const [method = '', path = ''] = call.split(' ')
  const members = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  const form = file && new FormData()
  if (file) form?.set('file', new Blob([file.text]), file.name)
  const response = await admin.fetch(`${path}?${new URLSearchParams(members)}`, {
    method,
    ...(form && { body: form }),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as Envelope
}

const memberOf = (data: unknown, path: string) =>
  path.split('.').reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)?.[name], data)

/** What is not as documented of the right call and of the wrong one. */
async function faultsOf(row: DocumentedCall): Promise<string[]> {
  const { answers = [], makes, wrong } = row
  const faults: string[] = []
  if (wrong) {
    const { names, ...parts } = wrong
    const { code, msg, data } = await ask({
      ...filled({ ...row, ...parts }),
      ...(row.body && { body: filled({ ...row.body, ...wrong.body }) }),
      ...((row.query || wrong.query) && { query: filled({ ...row.query, ...wrong.query }) }),
    })
    const { errors = [] } = (data ?? {}) as { readonly errors?: readonly { readonly path: string }[] }
    const isNamed = wrong.file ? msg.includes(names) : errors.some(({ path }) => path === names)
    if (code < 400 || code > 499 || !isNamed)
      faults.push(`the wrong one answers ${code} ${msg} ${JSON.stringify(data)}, not 4xx with ${names}`)
  }
  const { code, msg, data } = await ask(filled(row))
  if (code !== 200 || typeof msg !== 'string') faults.push(`answers ${code} ${msg} ${JSON.stringify(data)}`)
  const lacking = answers.filter((path) => memberOf(data, path) === undefined)
  if (lacking.length > 0) faults.push(`lacks ${lacking.join(', ')} in ${JSON.stringify(data)?.slice(0, 300)}`)
  if (makes !== undefined) known.set(makes, String(memberOf(data, 'id')))
  return faults.map((fault) => `${row.call}: ${fault}`)
}

describe('the calls that the specification names', () => {
  // One after another: what one area has made the next ones ask for.
  it.each(Object.keys(documentedCalls))(
    'answer as it says, and refuse by the member that is wrong: %s',
    async (of) => {
      const faults: string[] = []
      for (const row of documentedCalls[of] ?? []) faults.push(...(await faultsOf(row)))
      expect(faults).toEqual([])
    },
  )

  const here = new Set((Object.values(calls) as Call[]).map(({ method, path }) => `${method} ${path}`))

  it('are here where their own specs ask them', () => {
    expect(askedElsewhere.filter((call) => !here.has(call))).toEqual([])
  })
})
