import { isRecord, parseJson } from '@runtime/json'
import { type Migration, sql } from 'kysely'
import type { CallContext } from '../../../../module'
import { refusal } from '../../people/change'

/** The columns of a list as a person has set them, by the menu entry that the list is at. */
export interface UserColumnsTable {
  user_id: string
  module_id: string
  field_list: unknown
}

declare module '../../../../database/schema' {
  interface Database {
    user_columns: UserColumnsTable
  }
}

export const columnMigrations: Readonly<Record<string, Migration>> = {
  'users-005-columns': {
    async up(db) {
      await sql`
        create table user_columns (
          user_id text not null references user_account on delete cascade,
          module_id text not null,
          field_list jsonb not null,
          primary key (user_id, module_id)
        )`.execute(db)
    },
  },
}

export async function columnsAt({ db, user }: CallContext, moduleId: string) {
  const row = await db
    .selectFrom('user_columns')
    .select('field_list')
    .where('user_id', '=', user.userId)
    .where('module_id', '=', moduleId)
    .executeTakeFirst()
  return (row?.field_list ?? []) as Record<string, unknown>[]
}

/** @throws ApiError 400 for what is no list of columns */
export async function keepColumns(context: CallContext, moduleId: string, fieldList: unknown): Promise<void> {
  const columns = parseJson(fieldList)
  if (!Array.isArray(columns) || !columns.every(isRecord))
    throw refusal(context, 'fieldList', '@permission.noColumns')
  const field_list = JSON.stringify(columns)
  await context.db
    .insertInto('user_columns')
    .values({ user_id: context.user.userId, module_id: moduleId, field_list })
    .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doUpdateSet({ field_list }))
    .execute()
}
