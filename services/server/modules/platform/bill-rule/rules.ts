import { newId } from '@runtime/id'
import type { Named } from '@runtime/widget/named'
import { codedText } from '@runtime/widget/read'
import type { billRuleCalls } from '@services/contract/areas/platform/bill-rule'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { toggleEnabled } from '../../../database/enabled'
import { inOrder, pageOf } from '../../../database/page'
import { asRead } from '../../../database/reading'
import { holdsKeyword } from '../../../database/search'
import { demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { formatNumber, periodOf } from './number'
import type { BillRuleTable } from './tables'

type RuleInput = InputOf<(typeof billRuleCalls)['billRule.create']>
type RuleQuery = InputOf<(typeof billRuleCalls)['billRule.list']>

const BROKEN: Readonly<Record<string, Broken>> = {
  bill_rule_name: { path: 'fullName', message: '@billRule.nameTaken' },
  bill_rule_code: { path: 'enCode', message: '@billRule.codeTaken' },
}
const BROKEN_BY_DELETE: Readonly<Record<string, Broken>> = {
  bill_counter_rule: { message: '@billRule.inUse' },
}

/** Members by which a list may be ordered. */
const SORTS = {
  fullName: asRead('bill_rule.full_name'),
  enCode: asRead('bill_rule.en_code'),
  sortCode: 'bill_rule.sort_code',
  creatorTime: 'bill_rule.created_at',
} as const

export async function listRules(
  { db, text }: Pick<CallContext, 'db' | 'text'>,
  query: RuleQuery,
  onlyEnabled = false,
) {
  const { keyword, categoryId = '' } = query
  let rows = db
    .selectFrom('bill_rule')
    .leftJoin('dictionary_item', 'dictionary_item.id', 'bill_rule.category')
    .leftJoin('user_account', 'user_account.id', 'bill_rule.created_by')
  if (onlyEnabled) rows = rows.where('bill_rule.enabled_mark', '=', 1)
  if (categoryId !== '') rows = rows.where('bill_rule.category', '=', categoryId)
  rows = rows.where(holdsKeyword(keyword, 'bill_rule.full_name', 'bill_rule.en_code'))
  const { list, pagination } = await pageOf(
    inOrder(rows, SORTS, 'bill_rule.sort_code', query)
      .orderBy('bill_rule.created_at', 'desc')
      .select([
        'bill_rule.id',
        'bill_rule.full_name',
        'bill_rule.en_code',
        'bill_rule.category',
        'bill_rule.prefix',
        'bill_rule.date_format',
        'bill_rule.digit',
        'bill_rule.start_number',
        'bill_rule.sort_code',
        'bill_rule.enabled_mark',
        'bill_rule.description',
        'bill_rule.version',
        'bill_rule.created_at',
        'bill_rule.updated_at',
        'dictionary_item.full_name as category_name',
        'dictionary_item.full_name_code as category_code',
        'user_account.real_name as creator',
        sql<
          string | null
        >`(select last_text from bill_counter where rule_id = bill_rule.id order by drawn_at desc limit 1)`.as(
          'last',
        ),
      ]),
    query,
  )
  return {
    list: list.map((row) => ({
      ...ruleOf(row),
      categoryName: text(codedText(row.category_name ?? '', row.category_code ?? '')),
      outputNumber: row.last ?? '',
      creatorUser: row.creator ?? '',
      creatorTime: row.created_at.getTime(),
      lastModifyTime: row.updated_at?.getTime() ?? null,
    })),
    pagination,
  }
}

export async function ruleById(db: Db | Tx, id: string) {
  const row = await db.selectFrom('bill_rule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return ruleOf(row)
}

/** Rules by their codes, or by their ids. */
export async function namedRules(db: Db, ids: readonly string[]): Promise<readonly Named[]> {
  const rules = await db
    .selectFrom('bill_rule')
    .select(['id', 'full_name', 'en_code', 'start_number'])
    .where((where) => where.or([isAnyOf('en_code', ids), isAnyOf('id', ids)]))
    .execute()
  return rules.map((rule) => ({
    id: ids.includes(rule.en_code) ? rule.en_code : rule.id,
    text: rule.full_name,
    data: { id: rule.id, fullName: rule.full_name, enCode: rule.en_code, startNumber: rule.start_number },
  }))
}

/** The codes of the rules that texts name: by name or code, those in use. */
export async function rulesNamed(
  db: Db,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rules = await db
    .selectFrom('bill_rule')
    .select(['full_name', 'en_code'])
    .where('enabled_mark', '=', 1)
    .where((where) => where.or([isAnyOf('en_code', texts), isAnyOf('full_name', texts)]))
    .execute()
  return new Map(
    texts.map((text) => [
      text,
      rules.flatMap((rule) => ([rule.full_name, rule.en_code].includes(text) ? [rule.en_code] : [])),
    ]),
  )
}

export async function createRule(context: CallContext, input: RuleInput): Promise<{ id: string }> {
  const id = newId()
  const columns = columnsOf(input, context)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      await refuseCategory(tx, input.category, context)
      await tx
        .insertInto('bill_rule')
        .values({ id, ...columns, created_by: context.user.userId, updated_at: null })
        .execute()
      await context.audit({ action: 'billRule.create', target: id, after: await ruleById(tx, id) }, tx)
    }),
  )
  return { id }
}

/** Changes a rule. Its code stays once numbers have been drawn: models know the rule by it. */
export async function updateRule(context: CallContext, id: string, input: RuleInput): Promise<void> {
  const columns = columnsOf(input, context)
  await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await ruleById(tx, id)
      await demandVersion(tx, 'bill_rule', id, input.version, () => ruleById(tx, id))
      await refuseCategory(tx, input.category, context)
      if (columns.en_code !== before.enCode && (await hasDrawn(tx, id)))
        throw at('enCode', '@billRule.codeInUse', context)
      await tx
        .updateTable('bill_rule')
        .set({ ...columns, updated_at: new Date() })
        .where('id', '=', id)
        .execute()
      await context.audit(
        { action: 'billRule.update', target: id, before, after: await ruleById(tx, id) },
        tx,
      )
    }),
  )
}

export async function deleteRule(context: CallContext, id: string): Promise<void> {
  await withConstraints(BROKEN_BY_DELETE, context.text, () =>
    context.db.transaction().execute(async (tx) => {
      const before = await ruleById(tx, id)
      await tx.deleteFrom('bill_rule').where('id', '=', id).execute()
      await context.audit({ action: 'billRule.delete', target: id, before }, tx)
    }),
  )
}

export function toggleRule(context: CallContext, id: string): Promise<void> {
  return toggleEnabled(context, 'bill_rule', id, 'billRule.setState')
}

function ruleOf(row: Omit<Selectable<BillRuleTable>, 'created_at' | 'created_by' | 'updated_at'>) {
  const form = { prefix: row.prefix, dateFormat: row.date_format, digit: row.digit }
  return {
    id: row.id,
    fullName: row.full_name,
    enCode: row.en_code,
    category: row.category,
    ...form,
    startNumber: row.start_number,
    example: formatNumber(form, periodOf(form.dateFormat, new Date()), Number(row.start_number)),
    sortCode: row.sort_code,
    enabledMark: row.enabled_mark,
    description: row.description,
    version: row.version,
  }
}

function columnsOf(input: RuleInput, context: CallContext) {
  const digit = Number(input.digit)
  if (/^0+$/.test(input.startNumber)) throw at('startNumber', '@billRulePage.startZero', context)
  if (input.startNumber.length > digit) throw at('startNumber', '@billRule.startTooLong', context)
  return {
    full_name: input.fullName.trim(),
    en_code: input.enCode.trim(),
    category: input.category,
    prefix: input.prefix,
    date_format: input.dateFormat,
    digit,
    start_number: input.startNumber.padStart(digit, '0'),
    sort_code: input.sortCode ?? 0,
    enabled_mark: input.enabledMark ?? 1,
    description: input.description ?? '',
  }
}

async function refuseCategory(tx: Tx, id: string, context: CallContext): Promise<void> {
  const item = await tx
    .selectFrom('dictionary_item')
    .innerJoin('dictionary_category', 'dictionary_category.id', 'dictionary_item.category_id')
    .select('dictionary_item.id')
    .where('dictionary_category.en_code', '=', 'businessType')
    .where('dictionary_item.id', '=', id)
    .executeTakeFirst()
  if (!item) throw at('category', '@billRule.categoryGone', context)
}

async function hasDrawn(tx: Tx, id: string): Promise<boolean> {
  const counter = await tx
    .selectFrom('bill_counter')
    .select('period')
    .where('rule_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return counter !== undefined
}

function at(path: string, message: string, context: CallContext): ApiError {
  return new ApiError(CODE.badRequest, message, { errors: [{ path, message: context.text(message) }] })
}
