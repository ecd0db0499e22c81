import { createHash, randomBytes } from 'node:crypto'
import { CallError } from '@runtime/host'
import { doWork } from '@runtime/proof/work'
import { type InputOf, type ResponseOf, toWire } from '@services/contract/call'
import { type CallName, calls } from '@services/contract/calls'
import type { Envelope } from '@services/contract/envelope'
import type { ServerOptions } from '@services/server/options'
import { type RunningServer, startServer } from '@services/server/server'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, PASSWORDS, quiet, TEMPLATE, testOptions } from './options'

type Calls = typeof calls
type Input<N extends CallName> = InputOf<Calls[N]>
type Answer<N extends CallName> = ResponseOf<Calls[N]>

/** A caller of the wire. */
export interface TestClient {
  readonly token: string
  /** The call's `data`; a refusal is thrown as `CallError`. */
  call<N extends CallName>(name: N, input?: Partial<Input<N>> & Record<string, unknown>): Promise<Answer<N>>
  /** The whole envelope, whatever its code. */
  envelope<N extends CallName>(
    name: N,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Envelope<Answer<N>>>
  /** Any request, with the caller's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** A real server on a fresh database of its own. */
export interface TestServer {
  readonly url: string
  readonly server: RunningServer
  readonly databaseUrl: string
  /** Without a session. */
  readonly stranger: TestClient
  /** Signs in `admin` or `operator`, or another account with its password. */
  as(account: string, password?: string): Promise<TestClient>
  /** Runs SQL in the server's database. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** A database of a spec's own. */
export interface TestDatabase {
  readonly url: string
  sql: TestServer['sql']
  drop(): Promise<void>
}

/** A copy of the run's database, or an empty one; an installation of its own to whoever hears of it over Redis. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const base = inject('databaseUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = databaseUrl(base, name)
  await runSql(base, `create database ${name}${isEmpty ? '' : ` template ${TEMPLATE}`}`)
  if (!isEmpty) await runSql(url, 'update installation set id = $1', [name])
  return {
    url,
    sql: (text, values) => runSql(url, text, values),
    async drop() {
      await runSql(base, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Starts a server; `demo: false` starts it on an empty database instead of a copy of the run's. */
export async function startTestServer(overrides: Partial<ServerOptions> = {}): Promise<TestServer> {
  const database = await createTestDatabase({ isEmpty: overrides.demo === false })
  const server = await startServer(testOptions({ databaseUrl: database.url, ...overrides }), quiet)
  return {
    url: server.url,
    server,
    databaseUrl: database.url,
    stranger: createTestClient(server.url, ''),
    as: (account, password = PASSWORDS[account] ?? '') => signInAt(server.url, account, password),
    sql: database.sql,
    async close() {
      await server.close()
      await database.drop()
    },
  }
}

/** Signs in at an address. @param password as it is typed */
export async function signInAt(url: string, account: string, password: string): Promise<TestClient> {
  const { token } = await createTestClient(url, '').call('session.login', {
    account,
    password: md5(password),
  })
  return createTestClient(url, token)
}

/** What a person answers a captcha with, and their browser beside it: its characters and the proof of work. */
export async function answerCaptcha(
  server: TestServer,
  of: { readonly kind: 'account' | 'phone'; readonly id: string },
  headers: Record<string, string> = {},
): Promise<{ readonly timestamp: string; readonly code: string; readonly proof: string }> {
  const timestamp = randomBytes(8).toString('hex')
  await server.stranger.fetch(`/api/file/ImageCode/${timestamp}`, { headers })
  const [row] = await server.sql<{ code: string }>('select code from captcha where key = $1', [timestamp])
  const { data } = await server.stranger.envelope('session.challenge', of, headers)
  return { timestamp, code: row?.code ?? '', proof: doWork(data) }
}

/** The wire form of a password. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

export function createTestClient(url: string, token: string): TestClient {
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { ...(token ? { authorization: token } : {}), ...(init.headers ?? {}) },
    })
  const client: TestClient = {
    token,
    fetch: send,
    async envelope(name, input = {}, headers = {}) {
      const call = calls[name]
      const wire = toWire(call, input)
      const query = new URLSearchParams({ ...textOf(wire.query), n: String(Math.floor(Date.now() / 1000)) })
      const form = 'wire' in call && call.wire === 'form'
      const body = form
        ? new URLSearchParams(textOf(wire.body as Record<string, unknown>))
        : JSON.stringify(wire.body)
      const type: Record<string, string> =
        form || wire.body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await send(`${wire.path}?${query}`, {
        method: call.method,
        headers: { ...type, ...headers },
        ...(wire.body === undefined ? {} : { body }),
      })
      return (await response.json()) as Envelope<never>
    },
    async call(name, input = {}) {
      const answer = await client.envelope(name, input)
      if (answer.code === 200) return answer.data
      const errors = (answer.data as { errors?: CallError['errors'] } | null)?.errors
      throw new CallError(answer.code, answer.msg, errors ?? [])
    },
  }
  return client
}

function textOf(members: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
}

async function runSql<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}
