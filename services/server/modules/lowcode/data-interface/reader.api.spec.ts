import { randomBytes } from 'node:crypto'
import { startServer } from '@services/server/server'
import { createTestClient, md5 } from '@tests/api/harness'
import { databaseUrl, PASSWORDS, testOptions } from '@tests/api/options'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Log } from '../../../log'

const base = inject('databaseUrl')
const name = `plain_${randomBytes(4).toString('hex')}`
const run = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

beforeAll(() => run(`create role ${name} login password '${name}'`, `create database ${name} owner ${name}`))
afterAll(() => run(`drop database ${name} with (force)`, `drop role ${name}`))

/** Starts a server whose database account may make no roles, and asks it for a row of SQL. */
async function querySql(enCode: string) {
  const url = new URL(databaseUrl(base, name))
  url.username = name
  url.password = name
  const warnings: string[] = []
  const log: Log = { info: () => undefined, warn: (line) => warnings.push(line), error: () => undefined }
  const server = await startServer(testOptions({ databaseUrl: url.toString(), demo: false }), log)
  try {
    const account = { account: 'admin', password: md5(PASSWORDS['admin'] ?? '') }
    const { token } = await createTestClient(server.url, '').call('session.login', account)
    const admin = createTestClient(server.url, token)
    const { id } = await admin.call('dataInterface.create', {
      fullName: enCode,
      enCode,
      type: 1,
      dataConfigJson: { sql: 'select current_user as role' },
    } as never)
    return { answer: await admin.envelope('dataInterface.preview', { id }), warnings }
  } finally {
    await server.close()
  }
}

describe('where the database account may make no roles', () => {
  it('SQL interfaces are refused, and the log says what to do', async () => {
    const { answer, warnings } = await querySql('without')
    expect(answer).toMatchObject({
      code: 400,
      msg: '数据库账号不能使用只读角色 loam_reader，SQL 数据接口不可用',
    })
    expect(warnings.join('\n')).toContain('GRANT loam_reader TO <account>')
  })

  it('they run once an administrator of the database has granted the role', async () => {
    await run(`grant loam_reader, loam_app to ${name}`)
    const { answer, warnings } = await querySql('with')
    expect(answer).toMatchObject({ code: 200, data: [{ role: 'loam_reader' }] })
    expect(warnings).toEqual([])
  })
})

it('works as another login where one is given, whatever its password holds', async () => {
  const app = `app_${name}`
  const password = `p@ss:/?#%'"\\ ü`
  const client = new pg.Client({ connectionString: base })
  const quoted = client.escapeLiteral(password)
  await run(`create role ${app} login password ${quoted}`, `create database ${app}`)
  const owner = databaseUrl(base, app)
  const login = new URL(owner)
  login.username = app
  login.password = encodeURIComponent(password)
  const warnings: string[] = []
  const log: Log = { info: () => undefined, warn: (line) => warnings.push(line), error: () => undefined }
  try {
    const options = testOptions({ databaseUrl: owner, appDatabaseUrl: login.toString(), demo: false })
    const server = await startServer(options, log)
    try {
      const account = { account: 'admin', password: md5(PASSWORDS['admin'] ?? '') }
      await createTestClient(server.url, '').call('session.login', account)
      const here = new pg.Client({ connectionString: owner })
      await here.connect()
      const { rows } = await here.query(
        `select distinct usename::text as who from pg_stat_activity where datname = $1 and usename = $1`,
        [app],
      )
      await here.end()
      expect(rows).toEqual([{ who: app }])
      expect(warnings).toEqual([])
    } finally {
      await server.close()
    }
  } finally {
    await run(`drop database ${app} with (force)`, `drop role ${app}`)
  }
})
