import { isRecord } from '../../json'
import type { JsonSchema } from '../../schema/json-schema'
import { readFlag, readNumber } from '../../widget/read'
import type { SettingPlace } from '../../widget/setting-place'

type Json = Readonly<Record<string, unknown>>

/** A setting that is a member of what is stored, at a path of its own. */
export interface MemberSetting {
  readonly at: readonly string[]
  readonly schema: JsonSchema
  readonly place: SettingPlace
  /** What is stored as the panel has it; undefined: nothing is said. */
  readonly read: (stored: unknown) => unknown
  /** Back to what is stored; `before` is what stands there. */
  readonly write: (value: unknown, before: unknown) => unknown
  /** Emptied it leaves nothing behind: an object that held it alone goes too. */
  readonly isGoneAlone?: boolean
}

type Made = Pick<MemberSetting, 'schema' | 'read' | 'write'>

const same = (value: unknown) => value

export const text = (): Made => ({
  schema: { type: 'string' },
  read: (stored) => (typeof stored === 'string' || typeof stored === 'number' ? String(stored) : undefined),
  write: same,
})

/** A number, also where an older version stored it as text. */
export const number = (range: Pick<JsonSchema, 'minimum' | 'maximum'>): Made => ({
  schema: { type: 'integer', ...range },
  read: readNumber,
  write: (value, before) => (typeof before === 'string' && before !== '' ? String(value) : value),
})

/** @param unsaid what it is where nothing is said */
export const flag = (unsaid: boolean): Made => ({
  schema: { type: 'boolean' },
  read: (stored) => readFlag(stored) ?? unsaid,
  // What is kept as 0 and 1 stays so.
  write: (value, before) => (typeof before === 'number' ? Number(value) : value),
})

/** One of a few words, by what people call them. */
export const word = (titles: Readonly<Record<string, string>>, unsaid: string): Made => ({
  schema: {
    type: 'string',
    oneOf: Object.entries(titles).map(([value, title]) => ({ const: value, title })),
  },
  read: (stored) => (typeof stored === 'string' && Object.hasOwn(titles, stored) ? stored : unsaid),
  write: same,
})

/** One of a few numbers. */
export const code = (titles: readonly (readonly [number, string])[], unsaid: number): Made => ({
  schema: { type: 'integer', oneOf: titles.map(([value, title]) => ({ const: value, title })) },
  read: (stored) => readNumber(stored) ?? unsaid,
  write: (value, before) => (typeof before === 'string' ? String(value) : value),
})

/** Several of a few words; where nothing is said, all. */
export const words = (titles: Readonly<Record<string, string>>): Made => ({
  schema: {
    type: 'array',
    uniqueItems: true,
    items: {
      type: 'string',
      oneOf: Object.entries(titles).map(([value, title]) => ({ const: value, title })),
    },
  },
  read: (stored) =>
    Array.isArray(stored) ? stored.filter((item) => Object.hasOwn(titles, item)) : Object.keys(titles),
  write: (value, before) => {
    const unknown = Array.isArray(before) ? before.filter((item) => !Object.hasOwn(titles, item)) : []
    return [...(Array.isArray(value) ? value : []), ...unknown]
  },
})

/** Names with spaces between them; stored as a list, or as one text. */
export const classes = (): Made => ({
  schema: { type: 'string' },
  read: (stored) => {
    const shown = Array.isArray(stored) ? stored.join(' ') : stored
    return typeof shown === 'string' && shown !== '' ? shown : undefined
  },
  write: (value, before) => (typeof before === 'string' ? value : String(value).split(/\s+/).filter(Boolean)),
})

/** A value as it is stored, in a form of its own. */
export const whole = (schema: JsonSchema): Made => ({ schema, read: same, write: same })

/** What stands at a path within an object; undefined where nothing does. */
export function memberOf(object: Json, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    object,
  )
}

/** The values of settings that say something. */
export function valuesOf(settings: ReadonlyMap<string, MemberSetting>, object: Json): Json {
  const values = [...settings].map(([name, { at, read }]) => [name, read(memberOf(object, at))] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
