import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { outsideRights } from '../../../database/guard'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { MODEL_VIEW } from '../visual-development/report-name'
import type { InterfaceConfig } from './config'
import { type ModelTexts, namedIn } from './named'
import { lineAt, namedInReport, SqlRefused } from './sql-template'

/*
 * The mark *reads all records* (administration §2.4). A bare name in a statement means what the caller may see; `report.<name>`
 * means all records, for whoever runs the interface. Which statement may do that is for super administrators to say: the mark
 * belongs to the statement that they have seen, so that nobody else changes either. The database keeps it too (`requester.ts`).
 */

/** An interface as far as the mark goes. */
interface Markable {
  readonly reads_all: boolean
  readonly en_code: string
  readonly config: InterfaceConfig
}

/**
 * Says so early and with the remedy; what gets past this the database refuses.
 * @throws SqlRefused for a statement that reads all records
 */
export async function refuseAll(db: Db, statement: string): Promise<void> {
  const all = namedInReport(statement)
  if (all.length === 0) return
  // Other views there show each caller what is theirs, and `report` may be what a statement itself calls a table.
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'report'::regnamespace and relname = any(${all.map(({ name }) => name)}::text[])
      and starts_with(obj_description(oid, 'pg_class'), ${MODEL_VIEW})`.execute(db)
  const named = all.find(({ name }) => rows.some((row) => row.name === name))
  if (named) throw new SqlRefused('@dataInterface.notAllNamed', lineAt(statement, named.start), named.name)
}

/**
 * Whether an interface will read all records, as it is saved.
 * @param sent as its form has it; a mark left out stays as it is stored
 * @throws ApiError 403 where somebody else than a super administrator changes the mark, or what is marked
 */
export function markOf(
  context: Pick<CallContext, 'user' | 'text'>,
  sent: { readonly readsAll?: number | undefined; readonly enCode: string },
  config: InterfaceConfig,
  stored?: Markable,
): boolean {
  const before = stored?.reads_all ?? false
  const after = sent.readsAll === undefined ? before : sent.readsAll === 1
  if (after !== before) demandSuper(context, 'readsAll')
  if (before && sqlOf(stored?.config) !== sqlOf(config)) demandSuper(context, 'dataConfigJson.sql')
  // Models name interfaces by their codes too: under another one it would serve who sees them.
  if (before && stored?.en_code !== sent.enCode.trim()) demandSuper(context, 'enCode')
  return after
}

/** What only a super administrator changes of what is marked, and of whom it serves, and the sentence that says so. */
const BY_SUPER = {
  readsAll: '@dataInterface.markBySuper',
  'dataConfigJson.sql': '@dataInterface.markedStatement',
  id: '@dataInterface.markedStatement',
  enCode: '@dataInterface.markedRunners',
  runners: '@dataInterface.markedRunners',
} as const

/** @throws ApiError 403 at a member, for everybody but super administrators */
export function demandSuper(
  { user, text }: Pick<CallContext, 'user' | 'text'>,
  path: keyof typeof BY_SUPER,
): void {
  if (user.isAdministrator) return
  const message = BY_SUPER[path]
  throw new ApiError(CODE.forbidden, message, { errors: [{ path, message: text(message) }] })
}

/**
 * Refuses whoever would let more people run what is marked, by a model that names it: who sees its menu entry runs it.
 * @param before what is in the menu now
 * @throws ApiError 403, for everybody but super administrators
 */
export async function demandNaming(
  { user, text }: Pick<CallContext, 'user' | 'text'>,
  tx: Tx,
  model: ModelTexts,
  before: ModelTexts | undefined,
): Promise<void> {
  const known = before ? namedIn(before) : new Set()
  const added = [...namedIn(model)].filter((name) => !known.has(name))
  if (user.isAdministrator || added.length === 0) return
  const marked = await outsideRights(() =>
    tx
      .selectFrom('data_interface')
      .select('full_name')
      .where('reads_all', '=', true)
      .where((where) => where.or([isAnyOf('id', added), isAnyOf('en_code', added)]))
      .executeTakeFirst(),
  )
  if (!marked) return
  const reason = text('@dataInterface.markedRunners')
  throw new ApiError(CODE.forbidden, '@dataInterface.markedNamed', {
    params: { name: marked.full_name, reason },
  })
}

/** Left out by whoever may not carry a mark in: what they import reads what its callers may see, or keeps what is stored. */
export function importedMark(
  { user }: Pick<CallContext, 'user'>,
  sent: number | undefined,
  stored?: Pick<Markable, 'reads_all'>,
): number {
  if (user.isAdministrator && sent !== undefined) return sent
  return stored?.reads_all ? 1 : 0
}

const sqlOf = (config: InterfaceConfig | undefined) => (config && 'sql' in config ? config.sql : null)
