import { asRecord, isRecord } from '../../json'
import type { Text } from '../../text'
import type { WidgetCatalogue } from '../../widget/definition'
import { PlanBuilder } from '../compile/builder'
import { FormError } from '../compile/problem'
import { optional } from '../document/layout'
import type { FormPlan } from '../plan'
import { Designing } from './designing'
import { withFreeNames } from './free-names'
import { readFormDataLayout } from './layout'
import { namesIn } from './names'
import { FormDataReader } from './reader'
import { isWritten } from './scripts'
import { sharedNodes } from './shared-nodes'

export interface CompileFormDataOptions {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  readonly title?: Text
  readonly modelType?: string
  /** Storage keys of the fields that are called otherwise, by path: `{ total: "amount", "items.cost": "price" }`. */
  readonly keys?: Readonly<Record<string, string>>
  /** Paths of now by paths of before, for what still names fields as they were called. */
  readonly former?: ReadonlyMap<string, string>
  /**
   * The form is being designed: it is not copied (nothing changes it), what is hidden, unknown or stands twice keeps a
   * place, nodes say their `origin`, and fields whose source is the same object are those of the plan before.
   */
  readonly design?: { readonly before?: FormPlan | undefined }
}

/**
 * Compiles a published model's `formData`, text or object, of any known version (`reference/formdata-format.md`). What it
 * asks for and cannot have stands in `losses`; nothing of the document itself is lost (`encodeFormData`).
 * @throws FormError when it is no `formData` at all, or when calculations go round in a circle.
 */
export function compileFormData(formData: object | string, options: CompileFormDataOptions): FormPlan {
  const source = parse(formData, options.design !== undefined)
  const fields = source['fields']
  if (!Array.isArray(fields)) throw notFormData('@form.problem.noFields')
  const builder = new PlanBuilder()
  const names = withFreeNames(fields, namesIn(fields))
  const design = options.design && new Designing(names.fields === fields ? source : {}, options.design.before)
  const reader = new FormDataReader(
    builder,
    options.catalogue,
    { ...source, fields: names.fields },
    design,
    options.keys,
  )
  const nodes = reader.read(names.fields)
  tellRenamed(builder, names.renamed)
  reader.readFormSettings()
  for (const [name, script] of Object.entries(asRecord(source['funcs']))) {
    if (isWritten(script)) reader.addScript(name, script, `/funcs/${name}`)
  }
  const plan = builder.build({
    id: options.id,
    title: options.title ?? '',
    dialect: 'formData',
    ...(options.modelType !== undefined && { modelType: options.modelType }),
    layout: readFormDataLayout(source),
    nodes: options.design?.before ? sharedNodes(options.design.before.nodes, nodes) : nodes,
    source,
    keepsGoing: design !== undefined,
    ...optional('renamed', renamedBy(names.renamed, options.former)),
  })
  design?.end(plan)
  return plan
}

function renamedBy(
  renamed: ReadonlyMap<string, string>,
  former: ReadonlyMap<string, string> = new Map(),
): FormPlan['renamed'] {
  return renamed.size + former.size > 0 ? new Map([...former, ...renamed]) : undefined
}

/** Tells which fields are kept under another name than the document's: scripts still say the old one. */
function tellRenamed(builder: PlanBuilder, renamed: ReadonlyMap<string, string>): void {
  for (const [name, kept] of renamed) {
    const label = builder.fields.get(kept)?.label
    builder.losses.push({
      pointer: '/fields',
      message: '@form.loss.renamed',
      params: { name, kept },
      field: typeof label === 'string' && label !== '' ? label : kept,
    })
  }
}

/**
 * The `formData` that came in, unknown keys and all: a copy, so that the plan stays as it is.
 * @throws TypeError for a plan that was compiled from a form document.
 */
export function encodeFormData(plan: FormPlan): object {
  if (plan.dialect !== 'formData') throw new TypeError(`The form "${plan.id}" is no formData`)
  return structuredClone(plan.source as object)
}

function parse(formData: object | string, asItIs: boolean): Readonly<Record<string, unknown>> {
  if (typeof formData !== 'string') return demandObject(asItIs ? formData : structuredClone(formData))
  let value: unknown
  try {
    value = JSON.parse(formData)
  } catch {
    throw notFormData('@form.problem.notJson')
  }
  return demandObject(value)
}

function demandObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw notFormData('@form.problem.notFormData')
  return value
}

function notFormData(message: string): FormError {
  return new FormError([{ pointer: '', message }])
}
