import { isRecord, parseJson } from '@runtime/json'
import {
  COMPANY_DATA,
  type CompanyData,
  type CompanyMember,
  type CompanyRule,
} from '@services/contract/areas/platform/company-data'
import { CODE } from '@services/contract/envelope'
import { ApiError, type InputError } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import { TIME_ZONE } from '../../../../time-zone'

/** Milliseconds since 1970 within which a company was founded: 1600 to 2200. */
const FOUNDED = [Date.UTC(1600, 0, 1), Date.UTC(2200, 0, 1)] as const

/** What is known of a company beside its name. */
export async function companyDataOf(db: Db | Tx, id: string): Promise<CompanyData> {
  const row = await db.selectFrom('company').select('data').where('organize_id', '=', id).executeTakeFirst()
  return row?.data ?? {}
}

/** The same as the audit tells it, member by member under the titles of the resource. */
export async function companyDataTold(tx: Tx, id: string): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    Object.entries(await companyDataOf(tx, id)).map(([name, value]) => [
      `propertyJson.${name}`,
      typeof value === 'number'
        ? new Date(value).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE })
        : value,
    ]),
  )
}

export async function keepCompanyData(tx: Tx, id: string, data: CompanyData): Promise<void> {
  const text = JSON.stringify(data)
  await tx
    .insertInto('company')
    .values({ organize_id: id, data: text })
    .onConflict((conflict) => conflict.column('organize_id').doUpdateSet({ data: text }))
    .execute()
}

/**
 * What was sent of a company, without what is empty; undefined: it was left out, and what is stored stays.
 * @throws ApiError 400 naming the members at fault
 */
export function companyDataFrom(context: CallContext, given: unknown): CompanyData | undefined {
  if (given === undefined) return undefined
  if (given === null || given === '') return {}
  const parsed = typeof given === 'string' ? parseJson(given) : given
  if (!isRecord(parsed)) throw refused([fault(context, '', '@people.companyNotJson')])
  const data: Partial<Record<CompanyMember, string | number>> = {}
  const faults: InputError[] = []
  for (const [name, sent] of Object.entries(parsed)) {
    const value = typeof sent === 'string' ? sent.trim() : sent
    if (value === null || value === '') continue
    if (!isMember(name)) {
      faults.push(fault(context, name, '@people.companyUnknown', { name }))
      continue
    }
    const wrong = name === 'foundedTime' ? dateFault(value) : textFault(COMPANY_DATA[name], value)
    if (wrong) faults.push(fault(context, name, ...wrong))
    else data[name] = value as string | number
  }
  if (faults.length > 0) throw refused(faults)
  return data
}

type Fault = readonly [message: string, params?: Readonly<Record<string, string | number>>]

const isMember = (name: string): name is CompanyMember => Object.hasOwn(COMPANY_DATA, name)

function dateFault(value: unknown): Fault | undefined {
  const isDate = typeof value === 'number' && value >= FOUNDED[0] && value <= FOUNDED[1]
  return isDate ? undefined : ['@people.companyFoundedPattern']
}

function textFault({ most = 0, pattern, message = '' }: CompanyRule, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return ['@people.companyNotText']
  if (value.length > most) return ['@people.companyTooLong', { limit: most }]
  return pattern === undefined || new RegExp(pattern).test(value) ? undefined : [message]
}

function fault(context: CallContext, name: string, message: string, params?: Fault[1]): InputError {
  const path = name === '' ? 'propertyJson' : `propertyJson.${name}`
  return { path, message: context.text(message, params) }
}

function refused(errors: readonly InputError[]): ApiError {
  return new ApiError(CODE.badRequest, errors[0]?.message ?? '', { errors })
}
