import { dataInterfaceCalls as calls } from '@services/contract/areas/data-interface'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import { notFound } from '../../http/errors'
import type { Db, ServerModule, Tx } from '../../module'
import { seedInterfaces } from './seeds'

/** A data interface of static data: rows of JSON kept in the database. */
interface DataInterfaceTable {
  id: string
  full_name: string
  en_code: string
  rows: JSONColumnType<readonly Record<string, unknown>[]>
  enabled_mark: Generated<number>
  created_at: Generated<Date>
}

declare module '../../database/schema' {
  interface Database {
    data_interface: DataInterfaceTable
  }
}

export interface InterfaceParamValue {
  readonly field: string
  readonly defaultValue?: unknown
}

declare module '../../module' {
  interface Services {
    interfaces: {
      /** The rows of an interface, by its id or code; undefined when there is none. */
      rows(
        interfaceId: string,
        params?: readonly InterfaceParamValue[],
      ): Promise<readonly Record<string, unknown>[] | undefined>
    }
  }
}

/**
 * The rows that agree with every parameter that has a value. A parameter that no row knows filters nothing: it belongs
 * to whoever calls, not to the data.
 */
export function filterRows(
  rows: readonly Record<string, unknown>[],
  params: readonly InterfaceParamValue[] = [],
): readonly Record<string, unknown>[] {
  const asked = params.filter(
    ({ field, defaultValue }) =>
      defaultValue !== undefined &&
      defaultValue !== null &&
      defaultValue !== '' &&
      rows.some((row) => Object.hasOwn(row, field)),
  )
  return rows.filter((row) =>
    asked.every(({ field, defaultValue }) => String(row[field] ?? '') === String(defaultValue)),
  )
}

async function rowsOf(db: Db | Tx, id: string, params?: readonly InterfaceParamValue[]) {
  const found = await db
    .selectFrom('data_interface')
    .select('rows')
    .where((where) => where.or([where('id', '=', id), where('en_code', '=', id)]))
    .where('enabled_mark', '=', 1)
    .executeTakeFirst()
  return found && filterRows(found.rows, params)
}

/** Data interfaces (`spec/administration.md §7`): those of static data. */
export const dataInterfaceModule: ServerModule = {
  name: 'data-interface',
  migrations: {
    'data-interface-001-create': {
      async up(db) {
        await sql`
          create table data_interface (
            id text primary key,
            full_name text not null,
            en_code text not null unique,
            rows jsonb not null,
            enabled_mark int not null default 1,
            created_at timestamptz not null default now()
          )`.execute(db)
      },
    },
  },
  register({ db, services, handle, options, onReady }) {
    services.interfaces = { rows: (id, params) => rowsOf(db, id, params) }
    if (options.demo) onReady(() => seedInterfaces(db))
    handle(calls['dataInterface.preview'], 'session', async (_, { id, paramList }) => {
      const rows = await rowsOf(db, id, paramList)
      if (!rows) throw notFound()
      return rows
    })
  },
}
