import type { Translate } from '@runtime/host'
import { isRecord } from '@runtime/json'
import { sizeText } from '@runtime/size-text'
import { nestingOf, type SizedSchema } from '@services/contract/budgets'
import type { Call } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { ApiError, type InputError } from './errors'
import { memberTitles } from './member-titles'
import { refuseDeepJson } from './nesting'
import { oversize } from './oversize'

/** Faults that one answer names; whoever made more of them sees the first. */
export const MOST_FAULTS = 50
/** Values in an input up to which all of its faults are looked for; in a larger one the first ends the judging. */
const FEW_VALUES = 2_000

const options = { strict: false, useDefaults: true, verbose: true } as const
/** Text on the wire (path, query, forms) becomes the number or boolean that its schema names. */
const textual = validators({ ...options, coerceTypes: true })
const json = validators(options)

type Validator = (value: unknown) => readonly ErrorObject[]

/**
 * Checks of one kind of input. What is too large is refused before anything else is looked at; then a validator that ends at
 * the first fault says whether there is one, and one that finds all looks again where that cannot be much work.
 */
function validators(options: Options): (schema: TSchema) => Validator {
  const first = new Ajv(options)
  const every = new Ajv({ ...options, allErrors: true })
  return (schema) => {
    const findFirst = first.compile(schema)
    let findEvery: ValidateFunction | undefined
    return (value) => {
      const { errors, seen } = oversize(schema as SizedSchema, value, MOST_FAULTS)
      if (errors.length > 0) return errors
      if (findFirst(value)) return []
      if (seen > FEW_VALUES) return findFirst.errors ?? []
      findEvery ??= every.compile(schema)
      return findEvery(value) ? [] : (findEvery.errors ?? [])
    }
  }
}

/** The parts of a request before they are one flat input. */
export interface Parts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * The check of a call's input: answers the flat input or throws code 400. Compiled with the first request, since all
 * calls together take AJV a second.
 */
export function compileInput(call: Call): (parts: Parts, translate: Translate) => Record<string, unknown> {
  let check: ReturnType<typeof compileNow> | undefined
  return (parts, translate) => {
    check ??= compileNow(call)
    return check(parts, translate)
  }
}

function compileNow(call: Call): (parts: Parts, translate: Translate) => Record<string, unknown> {
  const isText = call.wire === 'form' || call.wire === 'file' || call.wire === 'stream'
  const params = call.params && textual(call.params)
  const query = call.query && textual(call.query)
  const body = call.body && (isText ? textual : json)(call.body)
  const nesting = nestingOf(call)
  const titles = { ...memberTitles(call.name), ...call.titles }
  return (parts, translate) => {
    const values = {
      params: { ...(parts.params as object) },
      query: withoutBlanks(parts.query as Record<string, unknown>, call.query),
      body: parts.body ?? (call.body && isObject(call.body) ? {} : undefined),
    }
    const errors = [
      ...(params?.(values.params) ?? []),
      ...(query?.(values.query) ?? []),
      ...(body?.(values.body) ?? []),
    ]
    if (errors.length > 0) throw refusal(errors, translate, titles)
    if (isRecord(values.body)) refuseDeepTexts(values.body, nesting)
    const isFlat = call.body === undefined || isRecord(values.body)
    return {
      ...values.query,
      ...(isFlat ? (values.body as object | undefined) : { body: values.body }),
      ...values.params,
    }
  }
}

/** Models, records and queries travel as JSON text inside a body's JSON. */
function refuseDeepTexts(body: Readonly<Record<string, unknown>>, nesting: number): void {
  for (const value of Object.values(body)) if (typeof value === 'string') refuseDeepJson(value, nesting)
}

function isObject(schema: TSchema): boolean {
  return (schema as { type?: unknown }).type === 'object'
}

/** `pageSize=` in an address means that nothing was given, unless the member is text. `n` is the client's clock. */
function withoutBlanks(
  query: Record<string, unknown> | undefined,
  schema: TSchema | undefined,
): Record<string, unknown> {
  const properties =
    (schema as { properties?: Record<string, { type?: unknown }> } | undefined)?.properties ?? {}
  const kept = Object.entries(query ?? {}).filter(
    ([name, value]) =>
      (name !== 'n' || 'n' in properties) && (value !== '' || properties[name]?.type === 'string'),
  )
  return Object.fromEntries(kept)
}

function refusal(
  errors: readonly ErrorObject[],
  translate: Translate,
  titles: NonNullable<Call['titles']>,
): ApiError {
  const byPath = new Map<string, InputError>()
  for (const error of errors) {
    // A union's own complaint says more than those of its branches, unless all that it adds is null and it has no sentence.
    const path = pathOf(error)
    if (byPath.size === MOST_FAULTS && !byPath.has(path)) break
    const isUnion =
      error.keyword === 'anyOf' && (!isNullable(error.schema) || ownMessage(error) !== undefined)
    if (!byPath.has(path) || isUnion) byPath.set(path, { path, ...messageOf(error, translate, titles) })
  }
  const list = [...byPath.values()]
  return new ApiError(CODE.badRequest, list[0]?.message ?? '@server.badRequest', { errors: list })
}

/** Whether a union is one schema or null (`Nullable` of the contract). */
const isNullable = (branches: unknown): boolean =>
  Array.isArray(branches) &&
  branches.length === 2 &&
  branches.some((branch) => (branch as { type?: unknown }).type === 'null')

function pathOf(error: ErrorObject): string {
  const base = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const member = error.params['missingProperty'] ?? error.params['additionalProperty']
  return member === undefined ? base : base ? `${base}.${member}` : String(member)
}

/** The keywords that a message of `schemas/locales/server.json` names (`input_minLength`). */
const KNOWN =
  /^(required|type|minLength|maxLength|minimum|maximum|exclusiveMinimum|exclusiveMaximum|multipleOf|pattern|enum|const|format|minItems|maxItems|maxProperties|maxBytes|uniqueItems|additionalProperties)$/

function messageOf(
  error: ErrorObject,
  translate: Translate,
  titles: NonNullable<Call['titles']>,
): Omit<InputError, 'path'> {
  const own = ownMessage(error)
  if (own !== undefined) return { message: translate(own) }
  const choices = choicesOf(error)
  const isBlank = error.keyword === 'minLength' && error.data === ''
  const known = KNOWN.test(error.keyword) ? error.keyword : 'other'
  const keyword = choices ? 'enum' : isBlank ? 'required' : known
  const params = {
    limit: error.keyword === 'maxBytes' ? sizeText(error.params['limit']) : error.params['limit'],
    type: translate(`@server.type_${String(error.params['type'] ?? '')}`),
    choices: choices?.join(translate('@server.comma')),
    multipleOf: error.params['multipleOf'],
  }
  const said = (name: string) => translate(`@server.input_${keyword}`, { ...params, name })
  const [message, sentence] = [said(nameOf(error, translate, titles)), said('{name}')]
  return { message, ...(sentence.includes('{name}') && { sentence }) }
}

/** The schema's own sentence for a keyword (`services/contract/fields.ts`, `Messages`). */
function ownMessage(error: ErrorObject): string | undefined {
  const missing = error.params['missingProperty'] as string | undefined
  type OwnMessages = {
    messages?: Readonly<Record<string, string>>
    properties?: Readonly<Record<string, OwnMessages>>
  }
  const parent = error.parentSchema as OwnMessages | undefined
  const messages = missing === undefined ? parent?.messages : parent?.properties?.[missing]?.messages
  return messages?.[error.keyword] ?? (error.keyword === 'anyOf' ? messages?.['other'] : undefined)
}

/** What a value may be, for an enumeration or a union of literals. */
function choicesOf(error: ErrorObject): readonly unknown[] | undefined {
  if (error.keyword === 'enum') return error.params['allowedValues'] as unknown[]
  if (error.keyword === 'const') return [error.params['allowedValue']]
  if (error.keyword !== 'anyOf') return undefined
  const branches = error.schema as readonly { const?: unknown }[]
  return branches.every((branch) => 'const' in branch) ? branches.map((branch) => branch.const) : undefined
}

/** Members that readers know by a name, whatever the call (`schemas/locales/server.json`, `member_…`). */
export const KNOWN_MEMBERS: ReadonlySet<string> = new Set(
  (
    'id ids fullName enCode parentId category type sortCode enabledMark description keyword title pageSize currentPage ' +
    'menuId modelId projectId deviceId account password startTime endTime reason version value values formData columnData'
  ).split(' '),
)

/**
 * What the field is called: its schema's title where it has one, or the call's for it. A name of programs is nothing to read:
 * it stands in the error's path.
 */
function nameOf(error: ErrorObject, translate: Translate, titles: NonNullable<Call['titles']>): string {
  const missing = error.params['missingProperty'] as string | undefined
  const schema = error.parentSchema as
    | { title?: string; properties?: Record<string, { title?: string }> }
    | undefined
  const own = missing === undefined ? schema?.title : schema?.properties?.[missing]?.title
  const title = own ?? titles[pathOf(error)]
  if (title) return translate(title)
  const member = pathOf(error).split('.').pop() ?? ''
  return translate(KNOWN_MEMBERS.has(member) ? `@server.member_${member}` : '@server.input')
}
