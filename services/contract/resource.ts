import type { TSchema } from 'typebox'
import type { Call } from './call'
import type { Messages } from './fields'

/** Texts of a resource are locale keys (`@role.title`); calls are named as on the wire. */
export interface ResourceWords {
  readonly title: string
  /** Titles of its dialog; default: the words for a new and a changed record. */
  readonly dialog?: { readonly add: string; readonly edit: string }
  /** Member by which a record is known, and parameter of the calls that act on one. */
  readonly key: string
  /** Member by which a person knows a record. */
  readonly name: string
  /** What is fetched again after a change carries it. */
  readonly tag: string
  /** Absent of what is a part of another record: its members, its limits. */
  readonly list?: string
  readonly read?: string
  readonly create?: string
  readonly update?: string
  readonly delete?: string
  /** Enables what is disabled and disables what is enabled. */
  readonly state?: string
  /** Writes one record into a file. */
  readonly export?: string
  /** Reads a file of records; `files` are the endings it takes. */
  readonly import?: string
  readonly files?: string
  /** The form below `schemas/forms` by which records are made and changed: the server checks those calls by its rules too. */
  readonly form?: string
  /**
   * The forms of its acts, by their names: `{ shelve: 'field/alarm-shelve.form.json' }`. The server checks what is sent by them:
   * no form of an act whose call does something else too.
   */
  readonly actForms?: Readonly<Record<string, string>>
  /** What else is done to a record, by name: `{ release: 'notice.release' }`. */
  readonly acts?: Readonly<Record<string, string>>
  /** Member that names what a change was made from; default `version`. */
  readonly version?: string
  /** Member that says to which project a record belongs: screens show and make those of the chosen one. */
  readonly project?: string
  /** Said where there are none. */
  readonly none?: string
  /** What the keyword of its list looks in. */
  readonly keyword?: string
  /** What the values of a member mean. */
  readonly choices?: Readonly<Record<string, readonly Choice[]>>
  /** Members that hold the key of a record of another resource, or of those of its records that fit `with`. */
  readonly refers?: Readonly<Record<string, string | Reference>>
  /** Code of the menu entry by which rights are checked; absent of what is everybody's own. */
  readonly right?: string
  /** Keys of records that belong to the product: they are neither changed, deleted nor exported. */
  readonly reserved?: readonly string[]
  /** Titles of members that the calls' own `titles` do not have. */
  readonly titles?: Readonly<Record<string, string>>
}

/** A value, what it is called (a locale key or the text itself) and its colour where it is shown. */
export interface Choice {
  readonly value: string | number | boolean
  readonly label: string
  readonly color?: string
}

export interface Reference {
  readonly resource: string
  readonly with?: Readonly<Record<string, string | number>>
}

/** Choices called by locale keys that end in the value: `choicesOf('@alarm.severity.', { 1: 'red' })`. */
export function choicesOf<V extends string | number>(
  prefix: string,
  values: readonly V[],
  colours: { readonly [value in V]?: string } = {},
): readonly Choice[] {
  return values.map((value) => {
    const color = colours[value]
    return { value, label: `${prefix}${value}`, ...(color !== undefined && { color }) }
  })
}

export interface DefinedResource extends ResourceWords {
  readonly resource: string
}

/** Declares a resource beside its calls. */
export function defineResource(resource: string, words: ResourceWords): DefinedResource {
  return { resource, ...words }
}

const ACTS = ['list', 'read', 'create', 'update', 'delete', 'state', 'export', 'import'] as const

/** What nearly every record has is called the same everywhere. */
const COMMON_TITLES: Readonly<Record<string, string>> = {
  fullName: '@common.name',
  enCode: '@common.code',
  sortCode: '@common.sort',
  enabledMark: '@common.status',
  description: '@common.description',
  creatorUser: '@common.creator',
  creatorTime: '@common.createdAt',
  lastModifyTime: '@common.modifiedAt',
}

/**
 * What screens are told of a resource. Members' titles are those of the schemas, then of the calls, then of the resource.
 * @throws Error for a call that there is not
 */
export function describeResource(words: DefinedResource, calls: Readonly<Record<string, Call>>) {
  const named = ACTS.flatMap((act) => {
    const name = words[act]
    if (name === undefined) return []
    const call = calls[name]
    if (!call) throw new Error(`The resource ${words.resource} names a call that there is not: ${name}`)
    return [{ act, name, call }]
  })
  const acts = Object.entries(words.acts ?? {}).map(([act, name]) => {
    const call = calls[name]
    if (!call) throw new Error(`The resource ${words.resource} names a call that there is not: ${name}`)
    return { act, name, call }
  })
  const callOf = (act: (typeof ACTS)[number]) => named.find((one) => one.act === act)?.call
  const demanding = [callOf('create') ?? callOf('update') ?? acts.map(({ call }) => call)].flat()
  return {
    title: words.title,
    dialog: words.dialog ?? { add: '@common.add', edit: '@common.edit' },
    key: words.key,
    name: words.name,
    tag: words.tag,
    calls: Object.fromEntries(named.map(({ act, name }) => [act, name])),
    accepts: { create: bodyMembers(callOf('create')), update: bodyMembers(callOf('update')) },
    ...(acts.length > 0 && {
      acts: Object.fromEntries(
        acts.map(({ act, name, call }) => [act, { call: name, accepts: inputOf(call) }]),
      ),
    }),
    ...given(words, ['right', 'files', 'version', 'project']),
    titles: {
      ...COMMON_TITLES,
      ...Object.assign({}, ...[...acts, ...named].map(({ call }) => titlesOf(call))),
      ...words.titles,
    } as Readonly<Record<string, string>>,
    rules: Object.assign({}, ...demanding.map(({ body }) => rulesOf(body))) as Readonly<
      Record<string, Rules>
    >,
    numbers: numbersIn([...demanding.map(({ body }) => body), rowOf(callOf('list'))]),
    choices: words.choices ?? {},
    refers: Object.fromEntries(
      Object.entries(words.refers ?? {}).map(([member, to]) => [
        member,
        typeof to === 'string' ? { resource: to } : to,
      ]),
    ) as Readonly<Record<string, Reference>>,
    ...given(words, ['none', 'keyword']),
    reserved: words.reserved ?? [],
  }
}

function given<Key extends keyof ResourceWords>(words: ResourceWords, keys: readonly Key[]) {
  return Object.fromEntries(
    keys.flatMap((key) => (words[key] === undefined ? [] : [[key, words[key]]])),
  ) as Pick<ResourceWords, Key>
}

/** What a body demands of its members; where it has no sentence of its own for one, it refuses in general words. */
function rulesOf(body: TSchema | undefined): Readonly<Record<string, Rules>> {
  const { required = [] } = (body ?? {}) as { readonly required?: readonly string[] }
  return Object.fromEntries(
    Object.entries(propertiesOf(body)).map(([name, member]) => {
      const { schema, isNullable } = memberValue(member)
      const { messages = {}, maxLength, minimum, maximum } = schema
      const type = typeOf(schema)
      const isNeeded = required.includes(name) && !isNullable && !mayBeEmpty(schema, type)
      const sentence = required.includes(name) ? messages.required : undefined
      return [
        name,
        {
          ...(type && { type }),
          ...(minimum !== undefined && { minimum }),
          ...(maximum !== undefined && { maximum }),
          ...(maxLength !== undefined && { maxLength }),
          ...(isNullable && { isNullable }),
          ...((isNeeded || sentence !== undefined) && { required: sentence ?? true }),
          ...(messages.maxLength !== undefined &&
            maxLength !== undefined && {
              longest: { characters: maxLength, message: messages.maxLength },
            }),
        },
      ]
    }),
  )
}

interface Rules {
  readonly type?: 'text' | 'number' | 'integer' | 'flag'
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly isNullable?: boolean
  /** It has to be there; with a sentence of its own for one that is not. */
  readonly required?: string | true
  readonly longest?: { readonly characters: number; readonly message: string }
}

/** What a member is beside null. */
function memberValue(member: Member): { readonly schema: Member; readonly isNullable: boolean } {
  const branches = member.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = branches
  const isNullable = member.anyOf !== undefined && branches.length < member.anyOf.length
  return { schema: only && branches.length === 1 ? only : member, isNullable }
}

/** Whether nothing filled in is a value of it: an empty text or list, a switch that is off. */
function mayBeEmpty({ type: kind, minLength = 0, minItems = 0 }: Member, type: Rules['type']): boolean {
  if (type === 'flag' || kind === 'object') return true
  return (type === 'text' && minLength === 0) || (kind === 'array' && minItems === 0)
}

function typeOf({ type, minimum, maximum }: Member): Rules['type'] {
  if (type === 'integer' && minimum === 0 && maximum === 1) return 'flag'
  if (type === 'integer' || type === 'number') return type
  return type === 'string' ? 'text' : undefined
}

/** Members that are numbers to read: amounts, not switches. */
function numbersIn(schemas: readonly (TSchema | undefined)[]): readonly string[] {
  const members = schemas.flatMap((schema) => Object.entries(propertiesOf(schema)))
  const numbers = members.filter(([, member]) =>
    ['number', 'integer'].includes(typeOf(memberValue(member).schema) ?? ''),
  )
  return [...new Set(numbers.map(([name]) => name))]
}

/** A row of what a list answers. */
function rowOf(call: Call | undefined): TSchema | undefined {
  const list = propertiesOf(call?.response)['list'] ?? (call?.response as Member | undefined)
  return list?.items
}

/** Members of a call's input, wherever they travel. */
function inputOf({ params, query, body }: Call): readonly string[] {
  return [params, query, body].flatMap((schema) => Object.keys(propertiesOf(schema)))
}

function bodyMembers(call: Call | undefined): readonly string[] {
  return Object.keys(propertiesOf(call?.body))
}

function titlesOf(call: Call): Readonly<Record<string, string>> {
  const inSchema = Object.entries(propertiesOf(call.body)).flatMap(([name, { title }]) =>
    title === undefined ? [] : [[name, title]],
  )
  return { ...Object.fromEntries(inSchema), ...call.titles }
}

interface Member {
  readonly title?: string
  readonly type?: string
  readonly anyOf?: readonly Member[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly messages?: Messages
}

function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, Member>> {
  return (schema as { properties?: Record<string, Member> } | undefined)?.properties ?? {}
}
