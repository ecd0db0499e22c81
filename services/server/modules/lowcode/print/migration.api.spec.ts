import { connect } from '@services/server/database/connect'
import { migrate } from '@services/server/database/migrate'
import { allMigrations } from '@services/server/migrations'
import { databaseUrl, quiet } from '@tests/api/options'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const NAME = `print_buttons_${process.pid}`
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

it('who made templates goes on importing them, and who changed them turning them off', async () => {
  const { 'users-076-print-buttons': _new, ...before } = allMigrations()
  await migrate(db, before)
  for (const set of ['adds', 'edits', 'looks'])
    await sql`insert into permission_set (id, kind, full_name, en_code) values (${set}, 'group', ${set}, ${set})`.execute(
      db,
    )
  await sql`insert into permission_grant (set_id, kind, menu_id, code) values
    ('adds', 'button', 'system.printDev', 'btn_add'), ('adds', 'button', 'system.area', 'btn_add'),
    ('edits', 'button', 'system.printDev', 'btn_edit'), ('edits', 'column', 'system.printDev', 'btn_add'),
    ('looks', 'menu', 'system.printDev', ''), ('looks', 'button', 'system.printDev', 'btn_export')`.execute(
    db,
  )
  await migrate(db, allMigrations())
  const { rows } = await sql<{ held: string }>`
    select set_id || ' ' || menu_id || ' ' || code as held from permission_grant
    where code in ('btn_import', 'btn_state') order by 1`.execute(db)
  expect(rows.map(({ held }) => held)).toEqual([
    'adds system.printDev btn_import',
    'edits system.printDev btn_state',
  ])
})
