import { compileForm, inputErrors, trimmed } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { membersOf } from '@services/contract/inputs'
import { resourceForms, resources } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'
import type { InputRules, InputTidying } from '../../../http/input-rules'
import { hostOf } from '../online-development/host'
import type { DocumentStore } from './store'

interface Judged {
  readonly file: string
  readonly creating: boolean
  readonly members: ReadonlySet<string>
}

/** The calls that a form makes, changes and acts on records by: each resource that names its form, or that of an act. */
const rules: ReadonlyMap<string, Judged> = new Map(
  [...resourceForms].flatMap(([resource, form]) => {
    const [name = '', act] = resource.split('.')
    const { calls: named = {}, acts = {} } = resources[name] ?? {}
    const ruled = (call: string | undefined, creating: boolean): [string, Judged][] => {
      if (call === undefined) return []
      const { inBody } = membersOf((calls as Readonly<Record<string, Call>>)[call] as Call)
      return [[call, { file: `forms/${form}`, creating, members: new Set(Object.keys(inBody)) }]]
    }
    // An act is done to a record that there is: what is not sent is the call's own affair.
    if (act !== undefined) return ruled(acts[act]?.call, false)
    return [...ruled(named['create'], true), ...ruled(named['update'], false)]
  }),
)

/** The files of all forms that validate calls, below `schemas/`. */
export const judgingForms: readonly string[] = [...new Set([...rules.values()].map(({ file }) => file))]

/**
 * What forms say of the input of calls, by the documents as they are now. A form that is broken validates as it did before;
 * one that is not there, as documents of one's own may have it, validates nothing: the call's schema does, as ever.
 */
export function formRules(store: DocumentStore): { readonly rules: InputRules; readonly tidy: InputTidying } {
  const plans = new Map<string, { readonly version: string; readonly plan: FormPlan | undefined }>()
  const planOf = (file: string): FormPlan | undefined => {
    const known = plans.get(file)
    const document = store.read(file)
    if (!document) return undefined
    if (known?.version === document.version) return known.plan
    const plan = document.content === null ? undefined : compiled(file, document.content)
    plans.set(file, { version: document.version, plan: plan ?? known?.plan })
    return plan ?? known?.plan
  }
  const tidy: InputTidying = (call, input) => {
    const file = rules.get(call)?.file
    for (const field of (file === undefined ? undefined : planOf(file))?.fields.values() ?? []) {
      const value = field.table === undefined && field.place === undefined ? input[field.name] : undefined
      // The call's schema has passed a text: a text it stays.
      if (typeof value === 'string') input[field.name] = trimmed(field, value) ?? ''
    }
  }
  const judge: InputRules = (call, input, context) => {
    const { file, creating, members } = rules.get(call) ?? {}
    const plan = file === undefined ? undefined : planOf(file)
    if (!plan || creating === undefined) return []
    // What the call does not take a form may ask for all the same: its own affair.
    return inputErrors(plan, input, hostOf(context), { creating }).filter(
      ({ path }) => path === '' || members?.has(path.split('.')[0] ?? ''),
    )
  }
  return { rules: judge, tidy }
}

/** Undefined for what only the compiler refuses (rules that read each other): the screen says so. */
function compiled(file: string, content: unknown): FormPlan | undefined {
  try {
    return compileForm(content, { id: file, catalogue, file })
  } catch {
    return undefined
  }
}
