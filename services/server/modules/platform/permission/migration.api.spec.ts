import { connect } from '@services/server/database/connect'
import { migrate } from '@services/server/database/migrate'
import { allMigrations } from '@services/server/migrations'
import { databaseUrl, quiet } from '@tests/api/options'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readAuthority } from './authority'
import { permissionMigrations } from './tables'

const NAME = `permission_sets_${process.pid}`
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

it('what roles had been given is theirs as it was, in sets of their own', async () => {
  const [sets = ''] = Object.keys(permissionMigrations)
  const before = Object.entries(allMigrations()).filter(([name]) => name < sets)
  await migrate(db, Object.fromEntries(before))
  const statements = [
    `insert into menu (id, en_code, full_name, type, source) values ('a', 'a', '{}', 2, 'file'), ('b', 'b', '{}', 2, 'file')`,
    `insert into system (id, en_code) values ('other', 'other')`,
    `update menu set system_id = 'other' where id = 'b'`,
    `insert into user_account (id, account, real_name) values ('u', 'u', 'u')`,
    `insert into role (id, en_code, full_name, enabled_mark) values ('r', 'r', '"r"', 1), ('off', 'off', '"off"', 0)`,
    `insert into user_role values ('u', 'r'), ('u', 'off')`,
    `insert into role_right values ('r', 'field.map', 'menu', ''), ('r', 'a', 'menu', ''), ('r', 'a', 'button', 'btn_add'), ('r', 'b', 'menu', ''),
      ('r', 'gone', 'menu', ''), ('off', 'a', 'button', 'btn_edit')`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await migrate(db, allMigrations())
  const authority = await readAuthority(db, 'u')
  expect(authority.sets).toEqual(['role-r'])
  expect([
    authority.has('menu', 'a'),
    authority.has('button', 'a', 'btn_add'),
    authority.has('button', 'a', 'btn_edit'),
    authority.has('system', 'main'),
    authority.has('menu', 'b'),
    authority.has('system', 'other'),
  ]).toEqual([true, true, false, true, true, true])
  // What has an entry of its own by now has been with the map's.
  expect(['rotation', 'plan', 'alarm'].map((entry) => authority.has('menu', `field.${entry}`))).toEqual([
    ...[true, true, false],
  ])
  expect(authority.isAdministrator).toBe(false)
})
