import { createHash } from 'node:crypto'
import type { systemConfigCalls } from '@services/contract/areas/platform/system-config'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { asRead } from '../../../database/reading'
import { ApiError, noRight } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { refusal, update } from '../people/change'

type Calls = typeof systemConfigCalls

/** Who may everything, those first who may sign in. */
export async function readAdmins(db: Db | Tx): Promise<ResponseOf<Calls['systemConfig.admins']>> {
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'real_name', 'status'])
    .where('is_administrator', '=', true)
    .orderBy('status', 'desc')
    .orderBy(asRead('account'))
    .execute()
  const adminIds = rows.map(({ id }) => id)
  return {
    adminIds,
    version: versionOf(adminIds),
    people: rows.map((row) => ({
      ...{ id: row.id, account: row.account, realName: row.real_name },
      enabledMark: row.status === 1 ? 1 : 0,
    })),
  }
}

/**
 * Says who may everything. Only who may everything says so, since nobody gives more than they have.
 * @throws ApiError 400 where none of them could sign in, 409 where they are others in the meantime
 */
export async function setAdmins(
  context: CallContext,
  { adminIds, version }: InputOf<Calls['systemConfig.setAdmins']>,
): Promise<void> {
  if (!context.user.isAdministrator) throw noRight(context.text('@server.administratorOnly'))
  const ids = [...new Set(adminIds)]
  const read = async (db: Db | Tx) => ({ adminIds: (await readAdmins(db)).adminIds })
  await update(context, {
    action: 'systemAdmins.update',
    id: 'administrators',
    broken: {},
    read,
    async write(tx) {
      const stored = versionOf((await read(tx)).adminIds)
      if (version !== undefined && version !== stored)
        throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: stored } })
      const found = await tx
        .selectFrom('user_account')
        .select(['status', 'password_hash'])
        .where(isAnyOf('id', ids))
        .execute()
      if (found.length < ids.length) throw refusal(context, 'adminIds', '@config.adminGone')
      if (!found.some(({ status, password_hash }) => status === 1 && password_hash !== null))
        throw refusal(context, 'adminIds', '@config.adminNeeded')
      const isOne = isAnyOf('id', ids)
      await tx
        .updateTable('user_account')
        .set({ is_administrator: isOne })
        .where(sql<boolean>`is_administrator <> (${isOne})`)
        .execute()
    },
  })
}

function versionOf(ids: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([...ids].sort()))
    .digest('hex')
    .slice(0, 16)
}
