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
} from '../right'
import { ApiError } from './errors'

type Input = Readonly<Record<string, unknown>>

/** Refuses with 404 or 403 a caller who has not that level in a thing's project; answers the project's id. */
export type ThingGuard = (context: CallContext, id: string, level: Level, input: Input) => Promise<string>

/** How rights to things are checked: each kind by the module that keeps it. */
export interface Guards {
  things: Partial<Record<ProjectThing, ThingGuard>>
  model?: (context: CallContext, modelId: string, act: Act) => Promise<void>
  printTemplate?: (context: CallContext, templateId: string, act: Act) => Promise<void>
  interface?: (context: CallContext, interfaceId: string) => Promise<void>
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
          const demand = guards.things[kind as ProjectThing] ?? guards[kind as 'model' | 'interface']
          if (!demand) throw new Error(`The call ${name} acts on "${kind}", which no module judges.`)
        }
    },
    async demand(context, right, input) {
      if (typeof right === 'string') return ''
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
  return 'level' in right ? thingsOf(right).map(([thing]) => thing) : []
}

/** Ids in a member: one, a list, or several with commas between; a project's in either spelling of the wire. */
function idsIn(thing: ProjectThing, member: string, input: Input): readonly string[] {
  const value = input[member] ?? (thing === 'project' ? input['project_id'] : undefined)
  const ids = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',')
  return [...new Set(ids.map((id) => id.trim()))].filter((id) => id !== '')
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
