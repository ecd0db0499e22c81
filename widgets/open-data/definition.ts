import { formatDate } from '@runtime/date'
import type { CurrentUser } from '@runtime/host'
import type { ServerContext, WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { configOf, given, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

const TYPES = [
  'currUser',
  'currTime',
  'currOrganize',
  'currPosition',
  'createUser',
  'createTime',
  'modifyUser',
  'modifyTime',
] as const
export type OpenDataType = (typeof TYPES)[number]

const LEVELS = ['last', 'all'] as const

/** Settings of a value that the system gives. */
export interface OpenDataSettings {
  readonly type: OpenDataType
  /** Of `currOrganize`: the department, or the whole organization. */
  readonly showLevel: (typeof LEVELS)[number]
}

/** How a moment is written (`spec/widgets.md §5`). */
const TIME_FORMAT = 'yyyy-MM-dd HH:mm:ss'

/** Who and when, as the system knows it: shown to people, written by the server (`spec/widgets.md §5`, open-data types). */
export const definition: WidgetDefinition<OpenDataSettings, string> = {
  key: 'open-data',
  jnpfKeys: [
    'openData',
    'createUser',
    'createTime',
    'modifyUser',
    'modifyTime',
    'currOrganize',
    'currPosition',
    'currDept',
  ],
  group: 'system',
  title: '@dates.openData',
  icon: 'Storage',
  kind: 'field',
  settings: Type.Object({
    type: Type.Optional(
      Type.Union(
        TYPES.map((type) => Type.Literal(type)),
        { title: '@dates.setting.openDataType', description: '@dates.setting.openDataTypeHelp' },
      ),
    ),
    showLevel: Type.Optional(
      Type.Union(
        LEVELS.map((level) => Type.Literal(level)),
        { title: '@dates.setting.showLevel', description: '@dates.setting.showLevelHelp' },
      ),
    ),
  }),
  defaults: { type: 'currUser', showLevel: 'last' },
  fromFormData: (field) => given({ type: typeOf(field), showLevel: readWord(field['showLevel'], LEVELS) }),
  value: () => ({ type: 'string' }),
  initial: ({ type, showLevel }, context) =>
    type.startsWith('modify') ? '' : currentValue(type, showLevel, context),
  filter: ['contains', 'equals'],
  sort: 'text',
  moment: ({ type }) => (type.endsWith('Time') ? TIME_FORMAT : null),
  server: { on: 'always', value: serverValue },
  notInTable: true,
}

/** The widget's own name says more than its `type`, which a creator and a current user share. */
function typeOf(field: Readonly<Record<string, unknown>>): OpenDataType | undefined {
  const name = configOf(field)['jnpfKey']
  return name === 'currDept' ? 'currOrganize' : (readWord(name, TYPES) ?? readWord(field['type'], TYPES))
}

/** Creator and creation never change after the first save; modifier and modification begin with the second. */
function serverValue({ type, showLevel }: OpenDataSettings, context: ServerContext): string | undefined {
  if (type.startsWith('modify')) return context.creating ? '' : currentValue(type, showLevel, context)
  return context.creating ? currentValue(type, showLevel, context) : undefined
}

/** What the person and the clock say now. */
export function currentValue(
  type: OpenDataType,
  showLevel: OpenDataSettings['showLevel'],
  context: Pick<WidgetContext, 'user' | 'now' | 'timeZone'>,
): string {
  const { user, timeZone } = context
  if (type.endsWith('Time')) return formatDate(context.now(), TIME_FORMAT, timeZone ?? null)
  if (type === 'currOrganize') return organizationOf(user, showLevel)
  if (type === 'currPosition') return positionOf(user)
  return user.userName || user.userAccount
}

function organizationOf(user: CurrentUser, level: OpenDataSettings['showLevel']): string {
  return (level === 'last' ? user.departmentName : undefined) ?? user.organizeName ?? ''
}

function positionOf({ positionName, positionIds = [] }: CurrentUser): string {
  return positionName ?? positionIds.flatMap(({ name }) => name ?? []).join(',')
}
