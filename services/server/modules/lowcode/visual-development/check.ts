import { isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import type { CallContext, Db, Services, Tx } from '../../../module'
import type { Finding, ModelPlans } from './plans'
import { missingOf, type Reference } from './references'
import { widgetTitle } from './widget-names'

/** What a release finds outside the document: `errors` stop it, `losses` are told. */
export interface Outside {
  readonly errors: readonly Finding[]
  readonly losses: readonly Finding[]
}

/** How a missing reference is told, and whether it stops a release: without its rule a record cannot be numbered. */
const GONE: Readonly<Record<Reference['kind'], string>> = {
  rule: '@record.ruleGone',
  dictionary: '@record.sourceGone',
  interface: '@record.sourceGone',
  model: '@record.relatedGone',
  printTemplate: '@record.printGone',
  people: '@record.peopleGone',
}

/** Checks what form and list refer to. `own`: ids by which the model itself is known; `later`: what may be made afterwards. */
export async function checkReferences(
  db: Db | Tx,
  plans: ModelPlans,
  services: Services,
  context: CallContext,
  own: readonly string[],
  later: readonly Reference['kind'][] = [],
): Promise<Outside & { readonly missing: readonly Reference[] }> {
  const missing = (await missingOf(db, plans, services, context, own)).filter(
    ({ kind }) => !later.includes(kind),
  )
  const told = (stops: boolean) =>
    missing.filter(({ kind }) => (kind === 'rule') === stops).map((one) => goneFinding(one, context.text))
  return { errors: told(true), losses: told(false), missing }
}

function goneFinding({ kind, id, field }: Reference, translate: Translate): Finding {
  const params = { rule: id, source: id, id }
  if (field) return finding(field, GONE[kind], translate, params)
  const place = { field: translate('@record.ofModel'), ...params }
  return { pointer: kind === 'printTemplate' ? '' : '/columnData', message: translate(GONE[kind], place) }
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
    if (!field) losses.push(finding(old, '@record.fieldLeaves', translate))
    else if (Boolean(field.columns) !== Boolean(old.columns))
      errors.push(finding(field, '@record.kindChanges', translate))
    else if (isSecret(old) && !isSecret(field)) errors.push(finding(field, '@record.secretStays', translate))
  }
  return { errors, losses }
}

function finding(
  field: FieldPlan,
  message: string,
  translate: Translate,
  params: Readonly<Record<string, string>> = {},
): Finding {
  return {
    pointer: '/formData/fields',
    field: field.path,
    widget: widgetTitle(field.widgetName, translate),
    message: translate(message, { field: translate(field.label) || field.path, ...params }),
  }
}
