import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { Db, Tx } from '../../../module'
import { formatNumber, type NumberForm, periodOf } from './number'

export interface StoredRule extends NumberForm {
  readonly id: string
  readonly fullName: string
  readonly startNumber: string
  readonly enabledMark: number
}

/** A rule by its code, or by its id. */
export async function findRule(db: Db | Tx, codeOrId: string): Promise<StoredRule | undefined> {
  return db
    .selectFrom('bill_rule')
    .select([
      'id',
      'full_name as fullName',
      'prefix',
      'date_format as dateFormat',
      'digit',
      'start_number as startNumber',
      'enabled_mark as enabledMark',
    ])
    .where((where) => where.or([where('en_code', '=', codeOrId), where('id', '=', codeOrId)]))
    .executeTakeFirst()
}

/**
 * Draws the next number of a rule inside the transaction of the record that carries it. Other writers of the same rule
 * and period wait until it ends: draw late. Rolled back, the number is drawn again.
 * @throws ApiError when the rule is not there or disabled.
 */
export async function drawNumber(tx: Tx, codeOrId: string, at = new Date()): Promise<string> {
  const rule = await findRule(tx, codeOrId)
  if (!rule) throw new ApiError(CODE.badRequest, '@billRule.gone', { params: { rule: codeOrId } })
  if (rule.enabledMark !== 1)
    throw new ApiError(CODE.badRequest, '@billRule.disabled', { params: { rule: rule.fullName } })
  const period = periodOf(rule.dateFormat, at)
  const start = Number(rule.startNumber)
  const { rows } = await sql<{ last: number }>`
    insert into bill_counter as counter (rule_id, period, last, last_text) values (${rule.id}, ${period}, ${start}, '')
    on conflict (rule_id, period) do update set last = greatest(counter.last + 1, ${start}), drawn_at = now()
    returning last`.execute(tx)
  const text = formatNumber(rule, period, rows[0]?.last ?? start)
  await tx
    .updateTable('bill_counter')
    .set({ last_text: text })
    .where('rule_id', '=', rule.id)
    .where('period', '=', period)
    .execute()
  return text
}

/** The number that `drawNumber` would give now; draws none. */
export async function peekNumber(db: Db, rule: StoredRule, at = new Date()): Promise<string> {
  const period = periodOf(rule.dateFormat, at)
  const counter = await db
    .selectFrom('bill_counter')
    .select('last')
    .where('rule_id', '=', rule.id)
    .where('period', '=', period)
    .executeTakeFirst()
  const start = Number(rule.startNumber)
  return formatNumber(rule, period, counter ? Math.max(counter.last + 1, start) : start)
}
