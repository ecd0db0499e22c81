import { isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import type { Services, Tx } from '../../../module'
import { findRule } from '../../platform/bill-rule/serial'
import type { Finding } from './plans'

/** What a release finds outside the document: `errors` stop it, `losses` are told. */
export interface Outside {
  readonly errors: readonly Finding[]
  readonly losses: readonly Finding[]
}

/** Checks what the form refers to: serial-number rules must exist; dictionaries and interfaces that do not are empty choices. */
export async function checkReferences(
  tx: Tx,
  form: FormPlan,
  services: Services,
  translate: Translate,
): Promise<Outside> {
  const errors: Finding[] = []
  const losses: Finding[] = []
  for (const field of form.fields.values()) {
    const rule = ruleOf(field)
    if (rule !== null && !(await findRule(tx, rule)))
      errors.push(finding(field, translate('@record.ruleGone', { field: nameOf(field, translate), rule })))
    const missing = await missingSource(field, services)
    if (missing !== null)
      losses.push(
        finding(field, translate('@record.sourceGone', { field: nameOf(field, translate), source: missing })),
      )
  }
  return { errors, losses }
}

/** What the new version means for records that are there: a table cannot become a single value, nor the reverse. */
export async function checkRecords(
  tx: Tx,
  form: FormPlan,
  before: FormPlan | null,
  translate: Translate,
): Promise<Outside> {
  if (!before) return { errors: [], losses: [] }
  const record = await tx
    .selectFrom('record')
    .select('id')
    .where('model_id', '=', form.id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!record) return { errors: [], losses: [] }
  const errors: Finding[] = []
  const losses: Finding[] = []
  for (const old of before.fields.values()) {
    const field = form.fields.get(old.path)
    if (!field) losses.push(finding(old, translate('@record.fieldLeaves', { field: nameOf(old, translate) })))
    else if (Boolean(field.columns) !== Boolean(old.columns))
      errors.push(finding(field, translate('@record.kindChanges', { field: nameOf(field, translate) })))
    else if (isSecret(old) && !isSecret(field))
      errors.push(finding(field, translate('@record.secretStays', { field: nameOf(field, translate) })))
  }
  return { errors, losses }
}

/** The rule that a serial-number field draws from; an empty one is a rule that does not exist. */
export function ruleOf(field: FieldPlan): string | null {
  return field.widget === 'serial-number' ? String(field.settings['rule'] ?? '') : null
}

async function missingSource(field: FieldPlan, services: Services): Promise<string | null> {
  const source = field.options
  if (source?.kind === 'dictionary')
    return (await services.dictionaries.exists(source.type)) ? null : source.type
  if (source?.kind === 'interface') return (await services.interfaces.exists(source.id)) ? null : source.id
  return null
}

function finding(field: FieldPlan, message: string): Finding {
  return { pointer: '/formData/fields', field: field.path, message }
}

function nameOf(field: FieldPlan, translate: Translate): string {
  return translate(field.label) || field.path
}
