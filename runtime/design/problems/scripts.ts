import { isWritten } from '../../form/formdata/scripts'
import { asRecord, isRecord } from '../../json'
import { syntaxFault } from '../../script/syntax'
import type { Address } from '../address'
import { FORM } from '../nodes'
import { type Inspected, type Problem, within } from './problem'

/** Scripts that stop being one function of JavaScript: they would not run. */
export function brokenScripts({ tree, nodes }: Inspected): readonly Problem[] {
  return [
    ...brokenIn(asRecord(tree.formData)['funcs'], within(FORM, 'funcs')),
    ...nodes.flatMap(({ node, address }) => brokenIn(node['on'], within(address, 'on'))),
  ]
}

/** A script that is broken, and from which line on. */
interface Fault {
  readonly event: string
  readonly line: number
}

const known = new WeakMap<object, readonly Fault[]>()

function brokenIn(scripts: unknown, holder: Address): readonly Problem[] {
  if (!isRecord(scripts)) return []
  // A form has hundreds of scripts, of which a step changes one: what is read does not change.
  const faults = known.get(scripts) ?? faultsIn(scripts)
  known.set(scripts, faults)
  return faults.map(({ event, line }) => ({
    at: within(holder, event),
    message: '@design.problem.script',
    params: { event, line },
    remedies: [],
  }))
}

function faultsIn(scripts: Readonly<Record<string, unknown>>): readonly Fault[] {
  return Object.entries(scripts).flatMap(([event, source]): Fault[] => {
    const fault = isWritten(source) ? syntaxFault(source) : undefined
    return fault === undefined ? [] : [{ event, line: String(source).slice(0, fault).split('\n').length }]
  })
}
