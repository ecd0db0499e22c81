import { isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { keyPath } from '../online-development/stored'
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

/** A secret stays one: what is kept of it is encrypted. */
export function checkKinds(form: FormPlan, before: FormPlan, translate: Translate): readonly Finding[] {
  const secrets = new Set([...before.fields.values()].filter(isSecret).map(keyPath))
  return [...form.fields.values()]
    .filter((field) => !isSecret(field) && secrets.has(keyPath(field)))
    .map((field) => finding(field, '@record.secretStays', translate))
}

/** Of fields that leave the form: their values stay, unseen. */
export function leavingLosses(fields: readonly FieldPlan[], translate: Translate): readonly Finding[] {
  return fields.map((field) => finding(field, '@record.fieldLeaves', translate))
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
