import { connect } from '@services/server/database/connect'
import { migrate } from '@services/server/database/migrate'
import { allMigrations } from '@services/server/migrations'
import { databaseUrl, quiet } from '@tests/api/options'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const NAME = `rights_beside_${process.pid}`
const owner = new pg.Client({ connectionString: inject('databaseUrl') })
const { db, close } = connect({ connectionString: databaseUrl(inject('databaseUrl'), NAME) }, quiet)

beforeAll(async () => {
  await owner.connect()
  await owner.query(`create database ${NAME}`)
})
afterAll(async () => {
  await close()
  await owner.query(`drop database if exists ${NAME} with (force)`)
  await owner.end()
})

const epoch = async () => {
  const { rows } = await sql<{ epoch: string }>`select epoch from authority_epoch`.execute(db)
  return Number(rows[0]?.epoch)
}

it('who fills in records of a model goes on writing beside them, and who only looks at them reads', async () => {
  const { 'views-004-rights-beside-records': _new, ...before } = allMigrations()
  await migrate(db, before)
  const code = (enCode: string, more: object = {}) => ({ enCode, fullName: enCode, ...more })
  const own = code('btn_attach', { fullName: '贴', isOwn: true })
  const entries = [
    ['model-list', 'model', [code('btn_add'), code('btn_detail')]],
    ['model-named', 'model', [code('btn_edit'), own]],
    ['model-form', 'model', []],
    ['page', 'file', [code('btn_add')]],
  ] as const
  for (const [id, source, buttons] of entries)
    await sql`insert into menu (id, en_code, full_name, type, source, buttons)
      values (${id}, ${id}, '{}', 3, ${source}, ${JSON.stringify(buttons)})`.execute(db)
  for (const [id, type] of [
    ['list', '2'],
    ['named', '2'],
    ['form', '1'],
  ]) {
    await sql`insert into model (id, full_name, en_code, web_type, form_data, column_data, released_version)
      values (${id}, ${id}, ${id}, ${type}, '{}', '{}', 1)`.execute(db)
    await sql`insert into model_version (model_id, version, full_name, web_type, form_data, column_data, app_column_data, losses, released_by)
      values (${id}, 1, ${id}, ${type}, '{}', '{}', '', '[]', 'u')`.execute(db)
  }
  for (const set of ['adds', 'edits', 'looks'])
    await sql`insert into permission_set (id, kind, full_name, en_code) values (${set}, 'group', ${set}, ${set})`.execute(
      db,
    )
  await sql`insert into permission_grant (set_id, kind, menu_id, code) values
    ('adds', 'menu', 'model-list', ''), ('adds', 'button', 'model-list', 'btn_add'), ('adds', 'button', 'page', 'btn_add'),
    ('edits', 'button', 'model-named', 'btn_edit'), ('edits', 'button', 'model-named', 'btn_attach'),
    ('edits', 'column', 'model-list', 'btn_edit'),
    ('looks', 'menu', 'model-list', ''), ('looks', 'button', 'model-list', 'btn_detail')`.execute(db)
  const stood = await epoch()
  // In the same transaction another may alter what this one has filled.
  const later = {
    'zz-later': { up: (tx: typeof db) => sql`alter table menu add column later int`.execute(tx) },
  }
  await migrate(db, { ...allMigrations(), ...(later as never as ReturnType<typeof allMigrations>) })
  expect(await epoch()).toBeGreaterThan(stood)
  const { rows: given } = await sql<{ held: string }>`
    select set_id || ' ' || menu_id || ' ' || code as held from permission_grant
    where code in ('btn_comment', 'btn_attach') order by 1`.execute(db)
  expect(given.map(({ held }) => held)).toEqual([
    'adds model-list btn_attach',
    'adds model-list btn_comment',
    'edits model-named btn_attach',
    'edits model-named btn_comment',
  ])
  const { rows: menu } = await sql<{ id: string; buttons: object[] }>`
    select id, buttons from menu order by id`.execute(db)
  const comment = code('btn_comment', { fullName: '@record.comment' })
  expect(menu).toEqual([
    { id: 'model-form', buttons: [] },
    {
      id: 'model-list',
      buttons: [
        code('btn_add'),
        code('btn_detail'),
        comment,
        code('btn_attach', { fullName: '@record.attachments' }),
      ],
    },
    { id: 'model-named', buttons: [code('btn_edit'), own, comment] },
    { id: 'page', buttons: [code('btn_add')] },
  ])
})
