import { BESIDE_RECORD } from '@runtime/permission/permission'
import { faultOfUnits, needsUnits, type Units, unitTargets } from './unit-right'

/** What a person may do in a project; each includes those before it. */
export const LEVELS = ['view', 'operate', 'manage'] as const
export type Level = (typeof LEVELS)[number]

/** Things that belong to a project: a right to one is a level in its project. */
export const PROJECT_THINGS = [
  ...(['project', 'gateway', 'device', 'source', 'pipe', 'node', 'block', 'recipe', 'group'] as const),
  ...(['schedule', 'command', 'alarm', 'alarmRule', 'aside'] as const),
] as const
export type ProjectThing = (typeof PROJECT_THINGS)[number]

/** What is done with a model's records and beside them: seeing it needs the model's menu entry, all else its button too. */
export const ACTS = {
  read: null,
  create: 'btn_add',
  update: 'btn_edit',
  delete: 'btn_remove',
  deleteMany: 'btn_batchRemove',
  export: 'btn_download',
  import: 'btn_upload',
  ...BESIDE_RECORD,
} as const
export type Act = keyof typeof ACTS

/** The button of a list that changes many records at once, where a model has one of its own; each change is an `update` too. */
export const BATCH_EDIT = 'btn_batchEdit'

/** Kinds of tables whose rows are not everybody's (`database/guard.ts` says which tables those are). */
export const KINDS = [
  'project',
  'record',
  'file',
  'interface',
  'message',
  'chat',
  'print',
  'calendar',
] as const
export type Kind = (typeof KINDS)[number]

/**
 * A level in the project of what members of the input name: `{ device: 'deviceId', level: 'operate' }`. All of those that an
 * input has are checked, at least one has to be there; the last one's project is `context.projectId`. `code` is the button
 * of the menu that a write needs beside it.
 */
export type ProjectRight<M extends string> = {
  readonly level: Level
  readonly code?: string
} & { readonly [T in ProjectThing]?: M | readonly M[] }

/** A model's menu entry and its button; the model is named by a member, or by a print template. */
export type ModelRight<M extends string> =
  | { readonly model: M; readonly act: Act }
  | { readonly printTemplate: M; readonly act: Act }

/** Running the data interface that a member names. */
export interface InterfaceRight<M extends string> {
  readonly interface: M
}

/** Of such things the caller's own, and no others: the handler narrows by the caller. */
export interface OwnRight {
  readonly own: readonly Kind[]
}

/** Of such things those that the caller may see, each by its own right: the handler narrows, and `why` says by what. */
export interface VisibleRight {
  readonly code?: string
  readonly visible: readonly Kind[]
  readonly why: string
}

/**
 * A right's code of the menu that lets its holder do what touches such things of others, and `why`; `names`: members of the
 * input that name such things, whosever they are.
 */
export interface MenuRight<M extends string = never> {
  readonly code: string
  /** Other codes by which it may be done as well. */
  readonly codes?: Readonly<Record<string, string>>
  readonly touches: readonly Kind[]
  readonly names?: readonly M[]
  readonly why: string
  readonly units?: Units<M>
}

/** A right's code of the menu, with what in units it acts on. */
export interface UnitRight<M extends string> {
  readonly code: string
  readonly units: Units<M>
}

/**
 * A right's code of the menu by what a member of the input names, of whose rights a call speaks: who manages people changes
 * theirs, who manages roles those of roles. Who has `code` may of whatever it names, and alone where it names none of these.
 */
export interface ChosenRight<M extends string> {
  readonly code: string
  readonly by: M
  readonly codes: Readonly<Record<string, string>>
  readonly units: Units<M>
}

/** A ticket in the path is the right, given to whoever had it; no session is needed. */
export interface TicketRight<M extends string> {
  readonly ticket: M
}

/** Any signed-in person; it acts on nothing but the caller, or on what everybody may know: `everyone` says why. */
export interface ForEveryone {
  readonly everyone: string
}
export const forEveryone = (why: string): ForEveryone => ({ everyone: why })

/** A right that says what it acts on or why it acts on nothing. `M`: the members of the call's input. */
export type DeclaredRight<M extends string = string> =
  | ProjectRight<M>
  | ModelRight<M>
  | InterfaceRight<M>
  | OwnRight
  | VisibleRight
  | MenuRight<M>
  | UnitRight<M>
  | ChosenRight<M>
  | TicketRight<M>
  | ForEveryone

/**
 * The right a call needs. `public`: no session. `entering`: any signed-in person, even one who has yet to change a first
 * password; every other right is refused to them. Another text: a right's code of the menu (`system.dictionary`, or with a
 * button `system.dictionary:btn_edit`), which administrators have, all of them.
 */
export type Right<M extends string = string> = 'public' | 'entering' | (string & {}) | DeclaredRight<M>

/** The codes of the menu of which a right needs one, beside what it acts on; none where it needs none. */
export function codesOf(right: Right): readonly string[] {
  if (right === 'public' || right === 'entering') return []
  if (typeof right === 'string') return [right]
  const { code, codes } = right as Partial<ChosenRight<string>>
  return code === undefined ? [] : [...new Set([code, ...Object.values(codes ?? {})])]
}

export const isPublic = (right: Right): boolean =>
  right === 'public' || (typeof right === 'object' && 'ticket' in right)

/** Tables that a right opens to the call's handler; `all` where the person may see everything. */
export function opensOf(right: Right): ReadonlySet<Kind> | 'all' {
  if (typeof right === 'string') return new Set()
  if ('touches' in right) return new Set(right.touches)
  if ('everyone' in right || 'units' in right) return new Set()
  if ('ticket' in right) return 'all'
  if ('own' in right) return new Set(right.own)
  if ('visible' in right) return new Set(right.visible)
  if ('interface' in right) return new Set(['interface'])
  if ('model' in right || 'printTemplate' in right) return new Set(OF_RECORDS)
  return new Set(['project'])
}

/** A record names files and rows of interfaces, and is printed. */
const OF_RECORDS = ['record', 'file', 'interface', 'print'] as const

/** What in units a right acts on, where it says so. */
export const unitsOf = (right: Right): Units<string> | undefined =>
  typeof right === 'object' && 'units' in right ? right.units : undefined

/** The things of projects that a right names, with their members; the project itself first. */
export function thingsOf(right: ProjectRight<string>): readonly (readonly [ProjectThing, string])[] {
  return PROJECT_THINGS.flatMap((thing) => {
    const member = right[thing]
    return [member ?? []].flat().map((name) => [thing, name] as const)
  })
}

/** Members of inputs that name something which is not everybody's, whatever the call. */
const NAMING = [
  ...['projectId', 'project_id', 'gatewayId', 'deviceId', 'deviceIds', 'twbDeviceId', 'fggId', 'lgzId'],
  ...['commandId', 'scheduleId', 'fid', 'modelId', 'interfaceId'],
]

/**
 * Why a call may not be served by such a right: it says too little for what its input names.
 * @param members of the call's input
 */
export function faultOf(right: Right, members: readonly string[]): string | null {
  if (!right || right === 'session')
    return "needs a right: 'public', a right's code, or a declaration of what it acts on."
  const units = unitsOf(right)
  const fault = units !== undefined || needsUnits(codesOf(right)) ? faultOfUnits(units) : null
  if (fault) return fault
  const stranger = targetsOf(right).find((member) => !members.includes(member))
  if (stranger !== undefined) return `declares the member ${stranger}, which its input does not have.`
  const named = members.filter((member) => NAMING.includes(member))
  if (typeof right === 'string') return named.length === 0 ? null : tooLittle(named)
  if ('everyone' in right) {
    if (right.everyone.trim() === '') return 'is for everyone and does not say why.'
    return named.length === 0 ? null : tooLittle(named)
  }
  if ('own' in right) return named.length === 0 ? null : tooLittle(named)
  if ('touches' in right) {
    const rest = named.filter((member) => !right.names?.includes(member))
    return rest.length === 0 ? null : tooLittle(rest)
  }
  if ('visible' in right || 'ticket' in right) return null
  if ('units' in right) return named.length === 0 ? null : tooLittle(named)
  return targetsOf(right).length === 0 ? 'has a level and names nothing of a project.' : null
}

const tooLittle = (named: readonly string[]) => `acts on ${named.join(', ')}: its right has to declare that.`

/** Members of the input that a right's target stands in. */
export function targetsOf(right: Right): readonly string[] {
  if (typeof right === 'string') return []
  if ('model' in right) return [right.model]
  if ('printTemplate' in right) return [right.printTemplate]
  if ('interface' in right) return [right.interface]
  if ('units' in right)
    return [
      ...('by' in right ? [right.by] : []),
      ...unitTargets(right.units ?? {}).map(({ member }) => member),
    ]
  return 'level' in right ? thingsOf(right).map(([, member]) => member) : []
}
