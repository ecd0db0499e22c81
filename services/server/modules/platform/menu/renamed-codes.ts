import { codeOfRead, readCodeOf } from '@runtime/permission/permission'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../module'
import type { RightCode } from './tables'

/** A code of a column or field by the name that this has now; of seeing it alone likewise. */
export function renamedCode(code: string, renamed: ReadonlyMap<string, string>): string {
  const bare = codeOfRead(code)
  if (bare === undefined) return renamed.get(code) ?? code
  return readCodeOf(renamed.get(bare) ?? bare)
}

/** The code of the field whose seeing alone it is for. */
export const bareCode = (code: string): string => codeOfRead(code) ?? code

export function renamedCodes(
  codes: readonly RightCode[] | undefined,
  renamed: ReadonlyMap<string, string>,
): readonly RightCode[] | undefined {
  return codes?.map((code) => (code.isOwn ? code : { ...code, enCode: renamedCode(code.enCode, renamed) }))
}

/** Stands before a code while it changes: two may exchange theirs. */
const CHANGING = ' '

/** What has been granted of columns and fields stays granted under their new codes. */
export async function renameGrants(
  db: Db | Tx,
  menuId: string,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const pairs = [...renamed].flatMap(([from, to]) => [
    { from, to },
    { from: readCodeOf(from), to: readCodeOf(to) },
  ])
  const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)]
  const ofEntry = sql`menu_id = ${menuId} and kind in ('column', 'form')`
  await sql`
    update permission_grant set code = ${CHANGING} || pair.after
    from unnest(${from}::text[], ${to}::text[]) as pair(before, after)
    where ${ofEntry} and code = pair.before`.execute(db)
  // What was granted of a former field of that name names another one now.
  await sql`
    delete from permission_grant as old using permission_grant as fresh
    where old.menu_id = ${menuId} and fresh.menu_id = old.menu_id and fresh.set_id = old.set_id
      and fresh.kind = old.kind and fresh.code = ${CHANGING} || old.code`.execute(db)
  await sql`
    update permission_grant set code = substr(code, 2)
    where ${ofEntry} and starts_with(code, ${CHANGING})`.execute(db)
}
