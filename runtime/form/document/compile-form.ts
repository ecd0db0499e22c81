import { isRecord } from '../../json'
import type { WidgetCatalogue } from '../../widget/definition'
import { PlanBuilder } from '../compile/builder'
import { FormError } from '../compile/problem'
import type { FormPlan } from '../plan'
import { readChecks } from './checks'
import { fieldChecks } from './field-checks'
import { readLayout } from './layout'
import { readMaps } from './maps'
import { NodeReader } from './nodes'
import { readText } from './values'

/** What a compiler needs besides the document. */
export interface CompileFormOptions {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  /** Path below `schemas/`, for messages. */
  readonly file?: string
}

/**
 * Compiles a form document (`design/language.md`, "Form").
 * @throws FormError naming every problem by its JSON pointer.
 */
export function compileForm(document: unknown, options: CompileFormOptions): FormPlan {
  if (!isRecord(document) || !Array.isArray(document['fields'])) {
    throw new FormError([
      { pointer: '', message: '@form.problem.notAForm', params: { file: options.file ?? options.id } },
    ])
  }
  const builder = new PlanBuilder()
  const reader = new NodeReader(builder, options.catalogue, fieldChecks)
  const nodes = reader.readFields(document['fields'], '/fields')
  reader.finish()
  readChecks({ valid: document['valid'] }, '', '', builder)
  readMaps(document, builder)
  return builder.build({
    id: options.id,
    title: readText(document['title']) ?? '',
    dialect: 'form',
    layout: readLayout(document),
    nodes,
    source: document,
  })
}
