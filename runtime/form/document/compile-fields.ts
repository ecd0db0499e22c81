import type { WidgetCatalogue } from '../../widget/definition'
import { PlanBuilder } from '../compile/builder'
import type { FormPlan } from '../plan'
import { readLayout } from './layout'
import { type FieldChecks, NodeReader } from './nodes'

export interface CompileFieldsOptions {
  readonly id: string
  readonly catalogue: WidgetCatalogue
  /** Absent: the fields are known to be sound. What checks them is much code. */
  readonly checks?: FieldChecks | undefined
}

/** Nothing is entered by fields that no form holds: their patterns matter to nobody. */
const SOUND: FieldChecks = { readPatterns: () => [], fits: () => true }

/**
 * Fields that no form holds: a list is searched by them, or shows its columns as they would.
 * @throws FormError naming every problem by its pointer below `/fields`.
 */
export function compileFields(fields: readonly unknown[], options: CompileFieldsOptions): FormPlan['fields'] {
  const { id, catalogue, checks = SOUND } = options
  const builder = new PlanBuilder()
  const reader = new NodeReader(builder, catalogue, checks)
  const nodes = reader.readFields(fields, '/fields')
  reader.finish()
  const source = { fields }
  return builder.build({ id, title: '', dialect: 'form', layout: readLayout(source), nodes, source }).fields
}
