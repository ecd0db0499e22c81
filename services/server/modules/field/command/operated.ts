import type { Tx } from '../../../module'
import { duplicateId } from './refusals'
import type { Left } from './runs'

/** What an operation over several devices comes to. */
export type Operated = Left | { readonly refusal: Error }

/**
 * What the operation of this id came to when it was asked for before; undefined: it is new. The same id for another request
 * is refused (4092).
 */
export async function operatedBefore(
  tx: Tx,
  projectId: string,
  commandId: string,
  hash: string,
): Promise<Operated | undefined> {
  const row = await tx
    .selectFrom('irrigation_run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('command_id', '=', commandId)
    .executeTakeFirst()
  if (!row) return undefined
  return row.request_hash === hash ? { row, busy: [] } : { refusal: duplicateId() }
}
