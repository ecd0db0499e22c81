import { LOG_KIND } from '@services/contract/areas/platform/log'
import { sql } from 'kysely'
import { server } from './units'

const LOGGED_AT = Math.floor(Date.now() / 1000) * 1000

/** Of the neighbour's units: what each kind of thing is known by. */
export const SOUTH = {
  unit: 'layer-south',
  department: 'layer-south-field',
  position: 'layer-other-post',
  role: 'layer-elsewhere',
  person: 'layer-far',
  colleague: 'layer-far-too',
  group: 'layer-far-group',
  set: 'layer-far-set',
  handOver: 'layer-far-over',
  session: 'layer-far-session',
  log: `${LOG_KIND.login}-${LOGGED_AT}-987654321`,
} as const

/** In what each of them is called, and in nothing else. */
export const SECRET = '南边的'

/** Makes what the neighbour has, as far as it is not there. */
export async function settleSouth(): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(server.server.db)
  const { unit, department, position, role, person, colleague, group, set, handOver, session } = SOUTH
  await run(`insert into organize (id, parent_id, category, full_name, en_code, path, path_name, company_id, sort_code, enabled_mark)
    values ('${unit}', 'layer-top', 'company', '${unit}', '${unit}', '{layer-top,${unit}}', '', '${unit}', 0, 1),
    ('${department}', '${unit}', 'department', '${department}', '${department}', '{layer-top,${unit},${department}}', '', '${unit}', 0, 1)
    on conflict do nothing`)
  await run(
    `update organize set full_name = '${SECRET}' || id, path_name = '${SECRET}' || id, enabled_mark = 1 where id in ('${unit}', '${department}')`,
  )
  await run(`insert into user_account (id, account, real_name, password_hash)
    select id, id, '${SECRET}' || id, '' from unnest('{${person},${colleague}}'::text[]) as id
    on conflict (id) do update set status = 1, account = excluded.account, real_name = excluded.real_name`)
  await run(`insert into user_organize (user_id, organize_id, sort) values ('${person}', '${unit}', 0), ('${colleague}', '${unit}', 0)
    on conflict do nothing`)
  await run(`insert into position (id, organize_id, full_name, en_code, sort_code, enabled_mark)
    values ('${position}', '${unit}', '', '${position}', 0, 1) on conflict do nothing`)
  await run(`update position set full_name = '${SECRET}岗', organize_id = '${unit}' where id = '${position}'`)
  await run(
    `insert into role (id, en_code, full_name) values ('${role}', '${role}', '""') on conflict do nothing`,
  )
  await run(
    `update role set full_name = '"${SECRET}角色"', is_global = false, enabled_mark = 1 where id = '${role}'`,
  )
  await run(`insert into role_organize values ('${role}', '${unit}') on conflict do nothing`)
  await run(
    `insert into user_group (id, full_name, en_code, sort_code, enabled_mark) values ('${group}', '${SECRET}分组', '${group}', 0, 1) on conflict do nothing`,
  )
  await run(`insert into user_group_member values ('${person}', '${group}') on conflict do nothing`)
  await run(
    `insert into permission_set (id, kind, full_name, en_code) values ('${set}', 'group', '${SECRET}权限组', '${set}') on conflict do nothing`,
  )
  await run(`insert into permission_member (set_id, subject, subject_id) values ('${set}', 'user', '${person}'),
    ('${set}', 'organize', '${unit}'), ('${set}', 'role', '${role}'), ('${set}', 'position', '${position}'), ('${set}', 'group', '${group}')
    on conflict do nothing`)
  await run(`insert into permission_grant values ('${set}', 'system', 'main', ''), ('${set}', 'menu', 'system.dictionary', '')
    on conflict do nothing`)
  for (const [subject, id] of [
    ...([
      ['user', person],
      ['role', role],
      ['position', position],
      ['group', group],
    ] as const),
    ['organize', unit],
  ]) {
    const own = `${subject}-${id}`
    await run(`insert into permission_set (id, kind) values ('${own}', 'own') on conflict do nothing`)
    await run(
      `insert into permission_member (set_id, subject, subject_id) values ('${own}', '${subject}', '${id}') on conflict do nothing`,
    )
    await run(`insert into permission_grant values ('${own}', 'system', 'main', ''), ('${own}', 'menu', 'system.dictionary', '')
      on conflict do nothing`)
  }
  await run(`insert into hand_over (id, from_id, to_id, creator_id) values ('${handOver}', '${person}', '${colleague}', '${person}')
    on conflict (id) do update set undone_at = null`)
  await run(`insert into session (id, token_hash, user_id, device, ip, expires_at)
    values ('${session}', '${session}', '${person}', '', '', now() + interval '1 day')
    on conflict (id) do update set ended_at = null, ended_because = null`)
  await run(`insert into layered_administrator (user_id) values ('${person}') on conflict do nothing`)
  await run(
    `insert into layered_unit values ('${person}', '${unit}', '{select}', '{select}') on conflict do nothing`,
  )
  await run(`insert into third_sync_item values ('layer-far-item', 'wecom', 'user', 1, 'remove', '${SECRET}', '', '', '', false, null, 0)
    on conflict do nothing`)
  await run(`insert into log_entry values (987654321, to_timestamp(${LOGGED_AT / 1000}), ${LOG_KIND.login}, '${person}', '${SECRET}',
    '', '', '', '', '', '', 0, 200, '', '') on conflict do nothing`)
}

/** All that is kept of the neighbour's, table by table. */
export async function stateOfSouth(): Promise<ReadonlyMap<string, string>> {
  const tables = [
    ...['user_account', 'user_organize', 'user_role', 'user_position', 'user_group', 'user_group_member'],
    ...[
      'organize',
      'position',
      'role',
      'role_organize',
      'permission_set',
      'permission_member',
      'permission_grant',
    ],
    ...['layered_administrator', 'layered_unit', 'hand_over', 'third_sync_item'],
  ]
  const marks = `one::text ~ 'layer-(south|far|other-post|elsewhere)'`
  const parts = [
    ...tables.map((table) => [table, marks] as const),
    ...['session', 'log_entry'].map((table) => [table, `user_id = '${SOUTH.person}'`] as const),
  ].map(
    ([table, where]) =>
      `select '${table}' as name, coalesce(string_agg(one::text, ' ' order by one::text), '') as rows from ${table} one where ${where}`,
  )
  // What is logged is written later: else it would be told of a call that came after.
  await server.server.services.log.flush()
  const { rows } = await sql
    .raw<{ name: string; rows: string }>(parts.join(' union all '))
    .execute(server.server.db)
  return new Map(rows.map((row) => [row.name, row.rows]))
}
