import { asRecord } from '../../json'
import type { Text } from '../../text'
import type { WidgetCatalogue } from '../../widget/definition'
import { PlanBuilder } from '../compile/builder'
import { FormError } from '../compile/problem'
import type { FormPlan } from '../plan'
import { readFormDataLayout } from './layout'
import { FormDataReader } from './reader'
import { isWritten } from './scripts'

export interface CompileFormDataOptions {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  readonly title?: Text
  readonly modelType?: string
}

/**
 * Compiles a published model's `formData`, text or object, of any known version (`reference/formdata-format.md`). What it
 * asks for and cannot have stands in `losses`; nothing of the document itself is lost (`encodeFormData`).
 * @throws FormError when it is no `formData` at all, or when calculations go round in a circle.
 */
export function compileFormData(formData: object | string, options: CompileFormDataOptions): FormPlan {
  const source = parse(formData)
  const fields = source['fields']
  if (!Array.isArray(fields)) throw notFormData('@form.problem.noFields')
  const builder = new PlanBuilder()
  const reader = new FormDataReader(builder, options.catalogue, source)
  const nodes = reader.read(fields)
  reader.readFormSettings()
  for (const [name, script] of Object.entries(asRecord(source['funcs']))) {
    if (isWritten(script)) reader.addScript(name, script, `/funcs/${name}`)
  }
  return builder.build({
    id: options.id,
    title: options.title ?? '',
    dialect: 'formData',
    ...(options.modelType !== undefined && { modelType: options.modelType }),
    layout: readFormDataLayout(source),
    nodes,
    source,
  })
}

/**
 * The `formData` that came in, unknown keys and all: a copy, so that the plan stays as it is.
 * @throws TypeError for a plan that was compiled from a form document.
 */
export function encodeFormData(plan: FormPlan): object {
  if (plan.dialect !== 'formData') throw new TypeError(`The form "${plan.id}" is no formData`)
  return structuredClone(plan.source as object)
}

function parse(formData: object | string): Readonly<Record<string, unknown>> {
  let value: unknown = formData
  if (typeof formData === 'string') {
    try {
      value = JSON.parse(formData)
    } catch {
      throw notFormData('@form.problem.notJson')
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw notFormData('@form.problem.notFormData')
  return structuredClone(value) as Readonly<Record<string, unknown>>
}

function notFormData(message: string): FormError {
  return new FormError([{ pointer: '', message }])
}
