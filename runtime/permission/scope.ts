import type { FormPlan } from '../form/plan'
import { parseJson } from '../json'
import { matches } from '../list/matches'
import type { Condition } from '../list/plan'
import { QueryError } from '../list/problem'
import { decodeConditions } from '../list/super-query'

/**
 * Which records of a model a person reaches (administration §2.3). The server turns it into SQL, `inScope` judges one record
 * by it in memory: one meaning, as with conditions of lists.
 */
export type Scope =
  | { readonly kind: 'everybodys' }
  | { readonly kind: 'principal'; readonly column: 'owner' | 'organize'; readonly in: readonly string[] }
  | { readonly kind: 'fields'; readonly condition: Condition }
  | { readonly kind: 'any'; readonly of: readonly Scope[] }

/** Schemes that need nothing but their name. Units are companies and departments; `below` takes in all under them. */
export const FIXED_SCHEMES = [
  ...(['all', 'own', 'ownAndSubordinates', 'department', 'departmentAndBelow'] as const),
  ...(['organize', 'organizeAndBelow', 'managed', 'managedAndBelow'] as const),
] as const
export type FixedScheme = (typeof FIXED_SCHEMES)[number]

/** What of a model's records is given by one grant; several join by OR. */
export type DataScheme =
  | { readonly kind: FixedScheme }
  /** Units by their ids, and what is below them where it says so. */
  | { readonly kind: 'units'; readonly units: readonly string[] }
  /** `conditionJson` as it is documented: `[{logic, groups: [{field, op, value, fieldRule, childTableKey}]}]`. */
  | { readonly kind: 'custom'; readonly matchLogic: string; readonly conditionJson: unknown }

/** Who asks, and where they stand. */
export interface Principal {
  readonly userId: string
  /** Everybody who works for them, however far below. */
  readonly subordinateIds: readonly string[]
  /** The units they belong to, and the companies that those are in; `Below` with all under them. */
  readonly departments: readonly string[]
  readonly departmentsBelow: readonly string[]
  readonly companies: readonly string[]
  readonly companiesBelow: readonly string[]
  /** The units that they head or see as a layered administrator; `Below` with all under them that they see so. */
  readonly managed: readonly string[]
  readonly managedBelow: readonly string[]
}

/** A record as scopes see it. */
export interface ScopedRecord {
  readonly ownerId: string
  readonly organizeId: string
  readonly data: Readonly<Record<string, unknown>>
}

type Fields = Pick<FormPlan, 'fields'>

/** The union of what the schemes give. One that names a field which the form has no more gives nothing. */
export function compileScope(schemes: readonly DataScheme[], principal: Principal, form: Fields): Scope {
  const of = schemes.flatMap((scheme) => scopeOf(scheme, principal, form) ?? [])
  if (of.some(({ kind }) => kind === 'everybodys')) return { kind: 'everybodys' }
  const [only] = of
  return only && of.length === 1 ? only : { kind: 'any', of }
}

function scopeOf(scheme: DataScheme, principal: Principal, form: Fields): Scope | null {
  const { userId, subordinateIds } = principal
  switch (scheme.kind) {
    case 'all':
      return { kind: 'everybodys' }
    case 'own':
      return owners([userId])
    case 'ownAndSubordinates':
      return owners([userId, ...subordinateIds])
    case 'department':
      return units(principal.departments)
    case 'departmentAndBelow':
      return units(principal.departmentsBelow)
    case 'organize':
      return units(principal.companies)
    case 'organizeAndBelow':
      return units(principal.companiesBelow)
    case 'managed':
      return units(principal.managed)
    case 'managedAndBelow':
      return units(principal.managedBelow)
    case 'units':
      return units(scheme.units)
    case 'custom':
      return customScope(scheme, principal, form)
  }
}

const owners = (ids: readonly string[]): Scope => ({ kind: 'principal', column: 'owner', in: ids })
const units = (ids: readonly string[]): Scope => ({ kind: 'principal', column: 'organize', in: ids })

function customScope(
  { matchLogic, conditionJson }: Extract<DataScheme, { kind: 'custom' }>,
  principal: Principal,
  form: Fields,
): Scope | null {
  try {
    const condition = decodeConditions(form, superQueryOf(matchLogic, conditionJson, principal))
    // What says nothing must not give everything.
    return condition && { kind: 'fields', condition }
  } catch (error) {
    if (error instanceof QueryError) return null
    throw error
  }
}

/** Somebody of whom nothing is asked but who they are. */
export function bareOf(userId: string): Principal {
  return {
    ...{ userId, subordinateIds: [], departments: [], departmentsBelow: [] },
    ...{ companies: [], companiesBelow: [], managed: [], managedBelow: [] },
  }
}

/** Somebody of whom only the words of a scheme are read. */
const NOBODY = bareOf('')

/**
 * Whether a scheme's conditions say anything, by what the form has now.
 * @throws QueryError for what the gate would not understand, with the place below `/conditionList`
 */
export function saysSomething(form: Fields, matchLogic: string, conditionJson: unknown): boolean {
  return decodeConditions(form, superQueryOf(matchLogic, conditionJson, NOBODY)) !== null
}

const SUB_TABLE = 2

/** A scheme's conditions in the words of a super query, its variables filled in. */
function superQueryOf(matchLogic: string, conditionJson: unknown, principal: Principal): object {
  const source = parseJson(conditionJson)
  if (!Array.isArray(source)) throw new QueryError('@list.queryNotJson')
  return {
    matchLogic,
    conditionList: source.map((group: { logic?: unknown; groups?: unknown }) => ({
      logic: group?.logic,
      groups: Array.isArray(group?.groups) ? group.groups.map((test) => testOf(test, principal)) : null,
    })),
  }
}

function testOf(test: Readonly<Record<string, unknown>>, principal: Principal): object {
  const { field, op, value, fieldRule, childTableKey } = test
  const variables = variablesOf(principal)
  const filled = Object.hasOwn(variables, String(value)) ? variables[String(value)] : undefined
  const symbol = String(op)
  return {
    field: Number(fieldRule) === SUB_TABLE ? `${childTableKey}-${field}` : field,
    symbol: filled === undefined ? symbol : (OF_SEVERAL[symbol] ?? symbol),
    fieldValue: filled ?? value,
  }
}

/** What compares with a variable compares with each of its values. */
export const OF_SEVERAL: Readonly<Record<string, string>> = { '==': 'in', '<>': 'notIn' }

/** The variables of conditions (administration §2.3). */
export function variablesOf(principal: Principal): Readonly<Record<string, readonly string[]>> {
  return {
    '@userId': [principal.userId],
    '@userAraSubordinates': [principal.userId, ...principal.subordinateIds],
    '@organizeId': principal.companies,
    '@organizationAndSuborganization': principal.companiesBelow,
    '@branchManageOrganize': principal.managed,
    '@branchManageOrganizeAndSub': principal.managedBelow,
  }
}

/** Whether a record lies in a scope. */
export function inScope(scope: Scope, record: ScopedRecord, form: FormPlan): boolean {
  switch (scope.kind) {
    case 'everybodys':
      return true
    case 'principal':
      return scope.in.includes(scope.column === 'owner' ? record.ownerId : record.organizeId)
    case 'fields':
      return matches(scope.condition, record.data, { form })
    case 'any':
      return scope.of.some((part) => inScope(part, record, form))
  }
}

/** What a scope asks of fields. */
export function scopeConditions(scope: Scope): readonly Condition[] {
  if (scope.kind === 'fields') return [scope.condition]
  return scope.kind === 'any' ? scope.of.flatMap(scopeConditions) : []
}
