import { personOf } from '@services/server/modules/field/project/specs/farm'
import { sql } from 'kysely'
import type { TestClient, TestServer } from './harness'

/** Somebody who holds the codes of the menu that a spec gives them, and nothing else. */
export interface Holder {
  readonly id: string
  readonly client: TestClient
  /** These alone, each with the entry and the system that it needs. */
  hold(codes: readonly string[]): Promise<void>
  /** All that can be granted but these; without an entry still its buttons. */
  holdAllBut(codes: readonly string[]): Promise<void>
}

export async function holderOf(server: TestServer, account: string): Promise<Holder> {
  const { id, client } = await personOf(server, account)
  const set = `of-${account}`
  await server.sql(`insert into permission_set (id, kind) values ($1, 'own')`, [set])
  await server.sql(`insert into permission_member values ($1, 'user', $2, false)`, [set, id])
  // On the server's own connections: there are many codes.
  const grant = (which: ReturnType<typeof sql<boolean>>) =>
    server.server.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('permission_grant').where('set_id', '=', set).execute()
      await sql`
        insert into permission_grant (set_id, kind, menu_id, code)
        select distinct ${set}, kind, granted, coalesce(button, '') from menu
        cross join lateral (
          select null as button union all select entry ->> 'enCode' from jsonb_array_elements(buttons) entry) as codes
        cross join lateral (values
          ('system', system_id, null), ('menu', id, case when button is null then id end),
          ('button', id, id || ':' || button)) as given (kind, granted, needed)
        where (kind = 'button') = (button is not null) and (${which})`.execute(tx)
    })
  return {
    ...{ id, client },
    async hold(codes) {
      const held = [...codes]
      const places = codes.map((code) => code.split(':')[0] ?? '')
      await grant(sql<boolean>`id = any(${places}) and (kind <> 'button' or needed = any(${held}))`)
    },
    async holdAllBut(codes) {
      await grant(sql<boolean>`needed is null or needed <> all(${[...codes]})`)
    },
  }
}
