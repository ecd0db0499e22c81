import type { Translate } from '@runtime/host'
import { jsonEqual } from '@runtime/schema/equal'
import type { Language, Text } from '@runtime/text'
import { shownName } from '@runtime/widget/id-value'
import type { NameSource } from '@runtime/widget/named'
import { resources } from '@services/contract/resources'
import type { CallContext, Services } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'

/** A member whose value is another one now, as people read both. */
export interface Difference {
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface Told {
  readonly changes: Difference[]
  /** Whether something changed that has no words, or that the caller may not see. */
  readonly hasMore: boolean
}

/** One row of the audit, as far as it tells what changed. */
export interface AuditChange {
  /** `role.update` */
  readonly action: string
  readonly target: string
  readonly before: unknown
  readonly after: unknown
}

type State = Readonly<Record<string, unknown>>

/** What calls of an area are about, where the resource is called otherwise. */
const RESOURCE_OF: Readonly<Record<string, string>> = {
  users: 'user',
  currentUser: 'user',
  visualDevelopment: 'model',
  dataInterfaceVariate: 'interfaceVariate',
  fieldProject: 'project',
  fieldGateway: 'gateway',
}
/** Members that hold ids, by what these are the ids of. */
const PEOPLE_OF: Readonly<Record<string, Extract<NameSource, { kind: 'people' }>['of']>> = {
  managerId: 'user',
  userId: 'user',
  userIds: 'user',
  adminIds: 'user',
  roleIds: 'role',
  positionIds: 'position',
  groupIds: 'group',
  organizeId: 'organize',
  organizeIds: 'organize',
  parentId: 'organize',
}
/** What every record has and nobody changes. */
const UNTOLD = new Set([
  'id',
  'version',
  'rowVersion',
  'lastModifyTime',
  'creatorTime',
  'updatedAt',
  'createdAt',
])

/** What a row of the audit changed, member by member, in the words of its resource and the caller's language. */
export async function differencesOf(
  context: CallContext,
  services: Services,
  { action, before, after }: AuditChange,
): Promise<Told> {
  const [area = ''] = action.split('.')
  const resource = resources[RESOURCE_OF[area] ?? area]
  const [was, is] = [stateOf(before), stateOf(after)]
  const members = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !UNTOLD.has(name) && !jsonEqual(was[name] ?? null, is[name] ?? null),
  )
  const titled = members.flatMap((name) => {
    const title = resource?.titles[name]
    return title === undefined ? [] : [{ name, title }]
  })
  const changes = await Promise.all(
    titled.map(async ({ name, title }) => {
      const [from, to] = await Promise.all([was[name], is[name]].map((value) => shown(name, value)))
      return { label: context.text(title), before: from ?? '', after: to ?? '' }
    }),
  )
  const told = changes.filter(({ before: from, after: to }) => from !== to)
  // A name that stands beside its id (`organize` beside `organizeIds`) has told the same already.
  return { changes: told, hasMore: members.length > titled.length && told.length === 0 }

  async function shown(name: string, value: unknown): Promise<string> {
    if (value === null || value === undefined || value === '') return ''
    const choice = resource?.choices[name]?.find((one) => one.value === value)
    if (choice) return context.text(choice.label)
    const of = PEOPLE_OF[name]
    if (of !== undefined) return namesOf(of, value)
    return valueText(value, isFlag(name), context)
  }

  /** Ids by their names; what is gone by now by the one it had, where that is known. */
  async function namesOf(of: (typeof PEOPLE_OF)[string], value: unknown): Promise<string> {
    const ids = [value].flat().map(String)
    const names = await services.names.resolveWithGone({ kind: 'people', of }, ids, context)
    return ids
      .map((id) => {
        const found = names.find((one) => one.id === id)
        return found ? shownName(found, context) : context.text('@log.gone')
      })
      .join(context.text('@server.comma'))
  }

  function isFlag(name: string): boolean {
    return resource?.rules[name]?.type === 'flag'
  }
}

function valueText(value: unknown, isFlag: boolean, { text, language }: CallContext): string {
  if (typeof value === 'boolean' || (isFlag && (value === 0 || value === 1)))
    return text(value ? '@common.yes' : '@common.no')
  if (typeof value === 'number') return value > 1e12 ? timeText(value) : String(value)
  if (typeof value === 'string') return textOf(value, text, language)
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object')
    return isPlain ? value.join(text('@server.comma')) : text('@log.entries', { count: value.length })
  }
  return nameIn(value, text, language) || text('@log.composed')
}

/** A text as a person reads it; one that is kept for each language stands as JSON. */
function textOf(value: string, text: Translate, language: Language): string {
  if (value.startsWith('@')) return text(value)
  if (!value.startsWith('{')) return value
  try {
    const parsed = JSON.parse(value) as { readonly text?: Text } & Partial<Record<Language, string>>
    if (parsed.text !== undefined) return text(parsed.text)
    return parsed[language] ?? parsed.zh ?? text('@log.composed')
  } catch {
    return value
  }
}

const TIMES = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})
const timeText = (milliseconds: number) => TIMES.format(new Date(milliseconds))

/** Members by which people know a thing, the best first. */
const NAMES = ['fullName', 'realName', 'name', 'title', 'account', 'sysName', 'companyName']

/** What a state of something is called; empty where it says no name. */
export function nameIn(state: unknown, text: Translate, language: Language): string {
  const members = stateOf(state)
  for (const name of NAMES) {
    const value = members[name]
    if (typeof value === 'string' && value !== '') return textOf(value, text, language)
  }
  return ''
}

/** A state by the names of the wire; columns of tables are written with underscores. */
function stateOf(value: unknown): State {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      member,
    ]),
  )
}
