import { createHash } from 'node:crypto'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { PASSWORDS } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const rule = (enCode: string) => ({
  fullName: enCode,
  enCode,
  category: 'businessType.water',
  prefix: 'P',
  dateFormat: 'no' as const,
  digit: 3,
  startNumber: '001',
  sortCode: 0,
  enabledMark: 1,
  description: '',
})
const verify = () => admin.call('audit.verify')
/** Does what the database's own guards forbid, as somebody with its superuser would. */
const tamper = (statement: string) =>
  server.sql(`begin; set local session_replication_role = replica; ${statement}; commit`)

interface Line {
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
  readonly content: string | null
  readonly withheld?: 'values' | 'row'
  readonly entry?: readonly unknown[]
}
const exported = async (client: TestClient) => (await client.fetch('/api/system/Audit/Actions/Export')).text()
/** The lines of an export, each checked as far as it can be by whoever has nothing else. */
function followed(text: string): readonly Line[] {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  let last = '0'.repeat(64)
  for (const [index, { seq, prevHash, hash, content, withheld }] of lines.entries()) {
    expect([seq, prevHash]).toEqual([index + 1, last])
    if (withheld) expect(content).toBeNull()
    else
      expect(hash).toBe(
        createHash('sha256')
          .update(prevHash + content)
          .digest('hex'),
      )
    last = hash
  }
  return lines
}

describe('the chain of the audit', () => {
  it('holds over everything that has been written since the first start', async () => {
    const [count] = await server.sql<{ count: number }>('select count(*)::int as count from audit')
    expect(await verify()).toEqual({ isWhole: true, checked: count?.count, brokenAt: null })
  })

  it('is not forked by forty writers at once', async () => {
    const { checked } = await verify()
    const codes = Array.from({ length: 40 }, (_, index) => `chain${index}`)
    await Promise.all(codes.map((code) => admin.call('billRule.create', rule(code))))
    expect(await verify()).toEqual({ isWhole: true, checked: checked + 40, brokenAt: null })
  })

  it('moves on once for a transaction of many changes, those of a savepoint apart', async () => {
    const { checked } = await verify()
    const insert = (count: number) => `insert into audit (user_id, account, ip, request_id, action, target)
      select 'u', 'a', '', '', 'bulk', n::text from generate_series(1, ${count}) as n`
    await server.sql(`begin; ${insert(300)}; savepoint inner_part; ${insert(3)}; release inner_part; ${insert(2)};
      set constraints all immediate;
      do $$ begin
        if pg_stat_get_xact_tuples_updated('audit_head'::regclass) > 4 then raise exception 'the head has moved too often'; end if;
      end $$; commit`)
    expect(await verify()).toEqual({ isWhole: true, checked: checked + 305, brokenAt: null })
  })

  it('has no gap where a transaction was undone', async () => {
    const { checked } = await verify()
    await expect(admin.call('billRule.create', rule('chain0'))).rejects.toMatchObject({ code: 400 })
    expect(await verify()).toMatchObject({ isWhole: true, checked })
  })

  it('can be checked without the database', async () => {
    const lines = followed(await exported(admin))
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.filter(({ withheld }) => withheld !== undefined)).toEqual([])
  })

  it('is handed out without the values of records to who is no super administrator, and can be checked', async () => {
    await server.sql(`insert into audit (user_id, account, ip, request_id, action, target, before, after, reason)
      values ('u', 'a', '', '', 'record.update', 'm/r', '{"name":"MARK-OLD"}', '{"name":"MARK-NEW"}', 'why')`)
    const auditor = await server.as('auditor', PASSWORDS['operator'])
    const [whole, told] = [await exported(admin), await exported(auditor)]
    expect(whole).toContain('MARK-NEW')
    expect(told).not.toContain('MARK-')
    const [all, lines] = [followed(whole), followed(told)]
    const changed = lines.find(({ entry }) => entry?.[7] === 'm/r')
    expect(changed).toMatchObject({ withheld: 'values', content: null })
    // All but the values and the salt.
    expect(changed?.entry?.slice(2)).toEqual(['u', 'a', '', '', 'record.update', 'm/r', null, null, 'why'])
    const same = all.find(({ seq }) => seq === changed?.seq)
    expect(same?.hash).toBe(changed?.hash)
    // Nobody who has the rest finds the values by trying them.
    const [salt] = (JSON.parse(same?.content ?? '[]') as unknown[]).slice(11)
    expect(salt).toMatch(/^[0-9a-f-]{36}$/)
    expect(told).not.toContain(salt)
    expect(lines.some(({ content }) => content?.includes('"session.login"'))).toBe(true)
  })

  it('holds over rows from before there were salts', async () => {
    await server.sql(`insert into audit (user_id, account, ip, request_id, action, target, salt)
      values ('u', 'a', '', '', 'before', 'salts', null)`)
    expect((await verify()).isWhole).toBe(true)
    const old = followed(await exported(admin)).find(({ content }) => content?.includes('"salts"'))
    expect(JSON.parse(old?.content ?? '[]')).toHaveLength(11)
  })

  it('is for administrators alone', async () => {
    const operator = await server.as('operator')
    expect((await operator.envelope('audit.verify')).code).toBe(403)
    expect((await operator.envelope('audit.export')).code).toBe(403)
  })

  it('refuses to be altered', async () => {
    for (const statement of [
      "update audit set action = 'x'",
      'delete from audit',
      'truncate audit_link',
      'delete from audit_link',
    ])
      await expect(server.sql(statement), statement).rejects.toThrow('the audit is never altered')
  })

  it.each([
    [
      'altered',
      "update audit set reason = 'nothing' where id = (select audit_id from audit_link where seq = 5)",
    ],
    ['rowMissing', 'delete from audit where id = (select audit_id from audit_link where seq = 5)'],
    ['linkMissing', 'delete from audit_link where seq = 5'],
    ['linkAltered', "update audit_link set prev_hash = 'x' where seq = 5"],
  ])('tells of what was done past its guards: %s', async (why, statement) => {
    await server.sql('create table kept_audit as select * from audit')
    await server.sql('create table kept_link as select * from audit_link')
    await tamper(statement)
    expect(await verify()).toEqual({ isWhole: false, checked: 4, brokenAt: { seq: 5, why } })
    await tamper(`delete from audit; delete from audit_link;
      insert into audit overriding system value select * from kept_audit;
      insert into audit_link select * from kept_link; drop table kept_audit, kept_link`)
    expect((await verify()).isWhole).toBe(true)
  })

  it('tells of an end that was cut off, and of a row that was slipped in', async () => {
    const { checked } = await verify()
    await tamper(`insert into audit (user_id, account, ip, request_id, action, target)
      values ('u', 'a', '', '', 'x', 'y')`)
    expect((await verify()).brokenAt).toEqual({ seq: checked + 1, why: 'unlinked' })
    await tamper('delete from audit_link where seq = (select max(seq) from audit_link)')
    expect((await verify()).brokenAt).toEqual({ seq: checked, why: 'cut' })
  })
})
