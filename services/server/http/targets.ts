import type { Call } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { CallContext } from '../module'
import {
  type Act,
  faultOf,
  type Level,
  type ProjectRight,
  type ProjectThing,
  type Right,
  thingsOf,
  unitsOf,
} from '../right'
import { type UnitAct, type UnitThing, unitTargets } from '../unit-right'
import { ApiError } from './errors'

type Input = Readonly<Record<string, unknown>>

/** Refuses with 404 or 403 a caller who has not that level in a thing's project; answers the project's id. */
export type ThingGuard = (context: CallContext, id: string, level: Level, input: Input) => Promise<string>

/**
 * Refuses with 403 a caller whose administration is bounded by units where an act on things named so is not open to them; of
 * things that are of no unit where `things` is null.
 */
export type UnitGuard = (
  context: CallContext,
  things:
    | readonly { readonly act: UnitAct; readonly thing: UnitThing; readonly ids: readonly string[] }[]
    | null,
  input: Input,
) => Promise<void>

/** How rights to things are checked: each kind by the module that keeps it. */
export interface Guards {
  things: Partial<Record<ProjectThing, ThingGuard>>
  model?: (context: CallContext, modelId: string, act: Act) => Promise<void>
  printTemplate?: (context: CallContext, templateId: string, act: Act) => Promise<void>
  interface?: (context: CallContext, interfaceId: string) => Promise<void>
  units?: UnitGuard
}

/** The rights that calls have declared, and the judging of what they name. */
export interface Targets {
  readonly guards: Guards
  /** What has been declared, by the calls' names. */
  readonly declared: ReadonlyMap<string, Right>
  /** @throws Error where the right says too little for what the call's input names. */
  declare(call: Call, right: Right): void
  /** @throws Error that names a call whose target no module checks. */
  verify(): void
  /** Checks the target that stands in an input; answers the project that it is of, or ''. @throws ApiError 400, 403, 404 */
  demand(context: CallContext, right: Right, input: Input): Promise<string>
}

declare module '../module' {
  interface Services {
    targets: Targets
  }
}

export function createTargets(): Targets {
  const guards: Guards = { things: {} }
  const declared = new Map<string, Right>()

  const ofProject = async (context: CallContext, right: ProjectRight<string>, input: Input) => {
    let projectId = ''
    for (const [thing, member] of thingsOf(right))
      for (const id of idsIn(thing, member, input))
        projectId = (await guards.things[thing]?.(context, id, right.level, input)) ?? ''
    if (projectId === '' && right.project !== undefined) throw projectMissing(context)
    return projectId
  }

  const demandUnits = async (context: CallContext, right: Right, input: Input) => {
    const units = unitsOf(right)
    if (units === undefined || 'narrowed' in units) return
    const named = unitTargets(units).map(({ act, thing, member }) => ({
      act,
      thing,
      ids: listed(input[member]),
    }))
    await guards.units?.(context, 'unbounded' in units ? null : named, input)
  }

  return {
    guards,
    declared,
    declare(call, right) {
      const fault = faultOf(right, membersOf(call))
      if (fault) throw new Error(`The call ${call.name} ${fault}`)
      if (declared.has(call.name)) throw new Error(`The call ${call.name} is served twice.`)
      declared.set(call.name, right)
    },
    verify() {
      for (const [name, right] of declared)
        for (const kind of kindsOf(right)) {
          const demand =
            guards.things[kind as ProjectThing] ?? guards[kind as 'model' | 'interface' | 'units']
          if (!demand) throw new Error(`The call ${name} acts on "${kind}", which no module judges.`)
        }
    },
    async demand(context, right, input) {
      if (typeof right === 'string') return ''
      await demandUnits(context, right, input)
      if ('model' in right) await guards.model?.(context, String(input[right.model]), right.act)
      else if ('printTemplate' in right)
        await guards.printTemplate?.(context, String(input[right.printTemplate]), right.act)
      else if ('interface' in right) await guards.interface?.(context, String(input[right.interface]))
      else if ('level' in right) return ofProject(context, right, input)
      return ''
    },
  }
}

function kindsOf(right: Right): readonly string[] {
  if (typeof right === 'string') return []
  if ('model' in right) return ['model']
  if ('printTemplate' in right) return ['printTemplate']
  if ('interface' in right) return ['interface']
  if ('units' in right) return ['units']
  return 'level' in right ? thingsOf(right).map(([thing]) => thing) : []
}

/** Ids in a member: one, a list, or several with commas between; a project's in either spelling of the wire. */
function idsIn(thing: ProjectThing, member: string, input: Input): readonly string[] {
  const value = input[member] ?? (thing === 'project' ? input['project_id'] : undefined)
  return listed(Array.isArray(value) ? value : String(value ?? '').split(','))
}

/** Ids of one or several, each once. */
function listed(value: unknown): readonly string[] {
  const ids = Array.isArray(value) ? value : [value]
  return [...new Set(ids.map((id) => String(id ?? '').trim()))].filter((id) => id !== '')
}

/** The members of a call's input: of its path, its query and its body. */
function membersOf({ params, query, body }: Call): readonly string[] {
  return [params, query, body].flatMap((schema) =>
    Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {}),
  )
}

function projectMissing({ text }: CallContext): ApiError {
  const message = text('@field.projectRequired')
  return new ApiError(CODE.badRequest, '@field.projectRequired', { errors: [{ path: 'projectId', message }] })
}
