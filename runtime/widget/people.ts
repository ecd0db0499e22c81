import type { CurrentUser } from '../host'
import { asWord } from '../json'
import { clearedChoice, type FromText, type WidgetContext } from './definition'
import { nameOfId } from './id-value'
import type { NameSource, PeopleKind } from './named'
import { itemsOf, readText } from './read'

/** How the choice of people and their places may be limited (`reference/formdata-format.md §4`). */
export const SELECT_TYPES = ['all', 'custom'] as const
/** For a user also: the people of what another field holds. */
export const USER_SELECT_TYPES = [...SELECT_TYPES, 'dep', 'pos', 'role', 'group'] as const

/** Settings that all seven pickers have. */
export interface PeopleSettings {
  readonly selectType: (typeof USER_SELECT_TYPES)[number]
  /** With `custom`: the ids that may be chosen; of people also `id--department` and the like, for all in it. */
  readonly ableIds: readonly string[]
  readonly multiple: boolean
  readonly clearable: boolean
  /** Several are shown as the first and a count. */
  readonly collapseTags: boolean
  /** A new record begins with the person's own. */
  readonly defaultCurrent: boolean
  /** Of a user, with `dep`, `pos`, `role`, `group`: path of the field that holds those ids. */
  readonly relationField?: string
  /** Of a user: offers the one who is signed in when the value is used (`spec/widgets.md §2.1`). */
  readonly hasSys?: boolean
  /** Of an organisation: offers a node above all others. */
  readonly topNode?: boolean
}

/** The system variable among users, and the node above all organisations (`spec/widgets.md §3`). */
export const CURRENT_USER = 'currentUser'
export const TOP_NODE = '-1'

/** Types of what a mixed value may name: `id--type` (`spec/widgets.md §3`). */
export const MIXED_TYPES = ['user', 'department', 'company', 'role', 'position', 'group'] as const
const MIXED = new RegExp(`^.+--(${MIXED_TYPES.join('|')})$`)

/** What the ids of a relation's field are, by the user picker's `selectType`. */
const RELATED: Readonly<Record<string, string>> = {
  dep: 'department',
  pos: 'position',
  role: 'role',
  group: 'group',
}

export type PeopleSource = Extract<NameSource, { readonly kind: 'people' }>

/** Whose names a picker's values need; of people who are limited by what they belong to, that too. */
export function peopleSource(
  of: PeopleKind,
  { selectType }: Pick<PeopleSettings, 'selectType'>,
): PeopleSource {
  const limited = selectType !== 'all' && (of === 'user' || of === 'mixed')
  return { kind: 'people', of, ...(limited && { memberships: true }) }
}

/** Whether an organisation's value: its ids from the top down, or a list of such paths. */
function isPaths(value: unknown): value is readonly (readonly unknown[])[] {
  return Array.isArray(value) && value.some(Array.isArray)
}

/** An organisation's value as paths of ids, whether it is one or many. */
export function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (isPaths(value)) return value.filter(Array.isArray).map((path) => path.map(asWord))
  const path = itemsOf(value).map(asWord)
  return path.length > 0 ? [path] : []
}

/** What is chosen: the ids of a value, of an organisation's path its last. */
export function chosenIds(of: PeopleKind, value: unknown): readonly string[] {
  if (of === 'organize') return pathsOf(value).flatMap((path) => path.at(-1) ?? [])
  return itemsOf(value).map(asWord)
}

/** Ids whose names a value needs; the system's own have none to be asked for. */
export function idsToName(of: PeopleKind, value: unknown): readonly string[] {
  const ids = of === 'organize' ? pathsOf(value).flat() : chosenIds(of, value)
  return [...new Set(ids)].filter((id) => id !== CURRENT_USER && id !== TOP_NODE)
}

type Naming = Pick<WidgetContext, 'named' | 'text'>

/** What one id is called; an id that is not known stands for itself. */
export function personName(source: PeopleSource, id: string, context: Naming): string {
  if (id === CURRENT_USER) return context.text('@picker.currentUser')
  if (id === TOP_NODE) return context.text('@picker.topNode')
  return nameOfId(source, id, context)
}

/** Each thing chosen as people read it: an organisation with all that stands above it, joined by a slash. */
export function chosenNames(source: PeopleSource, value: unknown, context: Naming): readonly string[] {
  const nameOf = (id: string) => personName(source, id, context)
  if (source.of !== 'organize') return chosenIds(source.of, value).map(nameOf)
  return pathsOf(value).map((path) => path.map(nameOf).join('/'))
}

/** Brings a stored value, also the JSON text of an older record, into the form that the settings ask for. */
export function normalisePeople(of: PeopleKind, value: unknown, multiple: boolean): unknown {
  const parsed = parsedText(value)
  if (parsed === '') return clearedChoice(multiple)
  if (of === 'organize') {
    const paths = pathsOf(parsed)
    return multiple ? paths : paths.length > 1 ? paths : (paths[0] ?? null)
  }
  const ids = chosenIds(of, parsed)
  return multiple || ids.length > 1 ? ids : (ids[0] ?? null)
}

function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (!text.startsWith('[')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return value
  }
}

/** `ableIds` as versions have stored them: ids, or of organisations whole paths. */
export function readAbleIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item: unknown) => readText(Array.isArray(item) ? item.at(-1) : item) ?? [])
}

/** The system's own ids only where the settings offer them. */
function isOffered(id: string, settings: PeopleSettings): boolean {
  if (id === CURRENT_USER) return settings.hasSys === true
  return id !== TOP_NODE || settings.topNode === true
}

/**
 * The first chosen id that the settings do not allow. Whom an allowed department, position, role or group takes in is
 * said by `memberOf` of the person's resolved name; where that is not known, nothing is validated.
 */
export function outsider(
  source: PeopleSource,
  value: unknown,
  settings: PeopleSettings,
  context: Pick<WidgetContext, 'named' | 'get'>,
): string | undefined {
  const { of } = source
  const ids = chosenIds(of, value)
  const allowed = allowedIds(settings, context)
  return ids.find((id) => {
    if (id === CURRENT_USER || id === TOP_NODE) return !isOffered(id, settings)
    if (!allowed || allowed.has(id)) return false
    if (of === 'user' && allowed.has(`${id}--user`)) return false
    const isPerson = of === 'user' || (of === 'mixed' && id.endsWith('--user'))
    if (!isPerson || ![...allowed].some((one) => /--(?!user$)/.test(one))) return true
    const groups = context.named?.(source, id)?.data?.['memberOf']
    return Array.isArray(groups) && !groups.some((group) => allowed.has(String(group)))
  })
}

/** Ids that may be chosen; null where all may. */
function allowedIds(
  settings: PeopleSettings,
  context: Pick<WidgetContext, 'get'>,
): ReadonlySet<string> | null {
  if (settings.selectType === 'all') return null
  if (settings.selectType === 'custom') return new Set(settings.ableIds)
  return settings.relationField === undefined ? null : new Set(relatedIds(settings, context))
}

/** `id--department` and the like for what the relation's field holds. */
export function relatedIds(
  { selectType, relationField }: PeopleSettings,
  context: Pick<WidgetContext, 'get'>,
): readonly string[] {
  const type = RELATED[selectType]
  if (type === undefined || relationField === undefined) return []
  const value = parsedText(context.get(relationField))
  const ids = isPaths(value) ? chosenIds('organize', value) : chosenIds('department', value)
  return ids.filter((id) => id !== '').map((id) => `${id}--${type}`)
}

/** Whether a mixed id names its type, and in single mode a person (`spec/widgets.md §5`). */
export function isMixedId(id: string, multiple: boolean): boolean {
  return multiple ? MIXED.test(id) : id.endsWith('--user')
}

/** What `defaultCurrent` means for people and places (`reference/formdata-format.md §3`). */
export function currentPeople(of: PeopleKind, multiple: boolean, user: CurrentUser): unknown {
  const one = (id: unknown) => (id === undefined || id === null || id === '' ? none : multiple ? [id] : id)
  const some = (ids: readonly unknown[]) => (multiple ? ids : (ids[0] ?? null))
  const none = multiple ? [] : null
  switch (of) {
    case 'organize': {
      const path = user.organizeIdList ?? []
      return path.length === 0 ? none : multiple ? [path] : path
    }
    case 'department':
      return one(user.departmentId)
    case 'position':
      return some((user.positionIds ?? []).map(({ id }) => id))
    case 'role':
      return some(user.roleIds ?? [])
    case 'group':
      return some(user.groupIds ?? [])
    case 'user':
      return one(user.userId)
    case 'mixed':
      return one(`${user.userId}--user`)
  }
}

/** Ids of a typed, pasted or imported text. Organisations are written as `1/11`, several separated by commas. */
export function peopleFromText(
  of: PeopleKind,
  text: string,
  multiple: boolean,
  context: WidgetContext,
): FromText<unknown> {
  const parts = text.split(/[,，;；、\n]/).flatMap((part) => part.trim() || [])
  if (!multiple && parts.length > 1) return { error: context.text('@widgets.onlyOne') }
  const values = of === 'organize' ? parts.map((part) => part.split('/').map((id) => id.trim())) : parts
  return { value: multiple ? values : (values[0] ?? null) }
}
