import { isRecord } from '../json'
import type { DescribedResource, Resources } from '../resource'
import type { CallContract } from './environment'
import { recordOf } from './given-values'
import type { Submission } from './submission'

/** What is known of those who take a form. */
export interface Takers {
  readonly resources?: Resources<DescribedResource> | undefined
  readonly calls?: ReadonlyMap<string, CallContract> | undefined
}

/**
 * To what the steps of a `submit` send the whole of a form: by `save`, or by a call that is given `${form}` itself. Undefined
 * where none does, where one takes whatever it is given, and where the form as a whole goes elsewhere too.
 */
export function submissionOf(submit: unknown, takers: Takers): Submission | undefined {
  const steps = stepsIn(submit)
  const whole = steps.filter((step) => step['call'] !== undefined && isWhole(step['with']))
  const saves = steps.filter((step) => typeof step['save'] === 'string')
  const taken = [
    ...saves.map((step) => saved(String(step['save']), takers)),
    ...whole.map((step) => called(String(step['call']), takers)),
  ]
  const known = taken.filter((one) => one !== undefined)
  if (known.length === 0 || known.length < taken.length) return undefined
  const { names, isWholeRead } = readIn(submit, whole)
  if (isWholeRead) return undefined
  return {
    calls: [...new Set(known.flatMap(({ calls }) => calls))],
    accepts: new Set(known.flatMap(({ accepts }) => accepts)),
    reads: names,
  }
}

interface Taken {
  readonly calls: readonly string[]
  readonly accepts: readonly string[]
}

function saved(written: string, { resources = {} }: Takers): Taken | undefined {
  const [name = '', act] = written.split('.')
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!resource) return undefined
  const { calls, accepts, acts = {}, key } = resource
  if (act !== undefined) {
    const known = Object.hasOwn(acts, act) ? acts[act] : undefined
    return known && { calls: [known.call], accepts: known.accepts }
  }
  const { create, update } = calls
  return {
    calls: [create, update].filter((call) => call !== undefined),
    accepts: [...accepts.create, ...accepts.update, key],
  }
}

function called(name: string, { calls }: Takers): Taken | undefined {
  const contract = calls?.get(name)
  if (!contract || contract.isOpen) return undefined
  return { calls: [name], accepts: [...Object.keys(contract.inAddress), ...Object.keys(contract.inBody)] }
}

const isWhole = (value: unknown) => typeof value === 'string' && /^\$\{\s*form\s*\}$/.test(value)

/** The steps of an action, those inside others too. */
function stepsIn(action: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(action)) return action.flatMap(stepsIn)
  if (!isRecord(action)) return []
  return [action, ...Object.values(action).flatMap(stepsIn)]
}

/** The form's members that steps name, and whether one takes it whole who is not among `known`. */
function readIn(submit: unknown, known: readonly object[]) {
  const names = new Set<string>()
  let isWholeRead = false
  const look = (value: unknown, holder?: object): void => {
    if (Array.isArray(value)) for (const entry of value) look(entry)
    else if (isRecord(value)) for (const member of Object.values(value)) look(member, value)
    else if (typeof value === 'string') {
      for (const [, name = ''] of value.matchAll(/\bform\.([\p{L}_][\p{L}\p{N}_]*)/gu)) names.add(name)
      if (holder && known.includes(holder) && isWhole(value)) return
      isWholeRead ||= [...value.matchAll(/\$\{([^}]*)\}/g)].some(([, place = '']) =>
        /(?<![\p{L}\p{N}_.])form(?![\p{L}\p{N}_.])/u.test(place),
      )
    }
  }
  look(submit)
  return { names, isWholeRead }
}

/** Names that a form's `save.map` reads, and that its own buttons give to calls: those fields travel under other names. */
export function carriedIn(content: unknown): ReadonlySet<string> {
  const { fields, save } = recordOf(content)
  const given = stepsIn(fields).flatMap((step) => (step['call'] === undefined ? [] : [step['with']]))
  const text = textsIn([recordOf(save)['map'], given]).join('\n')
  return new Set([...text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([name]) => name))
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
