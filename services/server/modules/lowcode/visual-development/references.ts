import type { FieldPlan } from '@runtime/form/plan'
import { asRecord } from '@runtime/json'
import type { ListPlan } from '@runtime/list'
import type { NameSource } from '@runtime/widget/named'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { findRule } from '../../platform/bill-rule/serial'
import type { ModelPlans } from './plans'

type People = Extract<NameSource, { readonly kind: 'people' }>

/** Something outside a model that it names. */
export interface Reference {
  readonly kind: 'dictionary' | 'rule' | 'interface' | 'model' | 'printTemplate' | 'people'
  readonly id: string
  /** The field that names it; absent: the form as a whole or its list does. */
  readonly field?: FieldPlan
  /** Of people: whose id it is. */
  readonly people?: People
}

/** Everything outside the model that its form and its list name. */
export function referencesOf({ form, list }: ModelPlans): readonly Reference[] {
  return [
    ...[...form.fields.values()].flatMap(ofField),
    ...(form.layout.buttons.print === undefined ? [] : form.layout.printIds.map(printTemplate)),
    ...(list ? ofList(list) : []),
  ]
}

/** The rule that a serial-number field draws from; an empty one is a rule that does not exist. */
export function ruleOf(field: FieldPlan): string | null {
  return field.widget === 'serial-number' ? String(field.settings['rule'] ?? '') : null
}

function ofField(field: FieldPlan): readonly Reference[] {
  const { options, settings, definition } = field
  const rule = ruleOf(field)
  const found: Reference[] = rule === null ? [] : [{ kind: 'rule', id: rule, field }]
  if (options?.kind === 'dictionary') found.push({ kind: 'dictionary', id: options.type, field })
  const interfaceIds = [
    options?.kind === 'interface' ? options.id : undefined,
    settings['interfaceId'],
    asRecord(settings['addTableConf'])['interfaceId'],
  ]
  for (const id of new Set(filled(interfaceIds))) found.push({ kind: 'interface', id, field })
  for (const id of filled([settings['modelId']])) found.push({ kind: 'model', id, field })
  const source = definition?.names?.(settings)
  if (source?.kind === 'people' && settings['selectType'] === 'custom' && Array.isArray(settings['ableIds']))
    for (const id of filled(settings['ableIds'])) {
      const people: People = { kind: 'people', of: id.includes('--') ? 'mixed' : source.of }
      found.push({ kind: 'people', id, field, people })
    }
  return found
}

function ofList({ tree, row, printIds, toolbar, interfaceId }: ListPlan): readonly Reference[] {
  const found: Reference[] = []
  if (interfaceId) found.push({ kind: 'interface', id: interfaceId })
  if (tree?.source.kind === 'dictionary') found.push({ kind: 'dictionary', id: tree.source.type })
  if (tree?.source.kind === 'interface') found.push({ kind: 'interface', id: tree.source.id })
  for (const { custom } of row) {
    if (custom?.kind === 'form') found.push({ kind: 'model', id: custom.modelId })
    if (custom?.kind === 'interface') found.push({ kind: 'interface', id: custom.id })
  }
  const prints = toolbar.some(({ value }) => value === 'batchPrint')
  return prints ? [...found, ...printIds.map(printTemplate)] : found
}

const printTemplate = (id: string): Reference => ({ kind: 'printTemplate', id })

function filled(values: readonly unknown[]): readonly string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}

/** Those of a model's references that are not here. `own`: ids by which the model itself is known. */
export async function missingOf(
  db: Db | Tx,
  plans: ModelPlans,
  services: Services,
  context: CallContext,
  own: readonly string[],
): Promise<readonly Reference[]> {
  const known = new Map<string, Promise<boolean>>()
  const missing: Reference[] = []
  for (const reference of referencesOf(plans)) {
    const key = `${reference.kind} ${reference.people?.of ?? ''} ${reference.id}`
    const there = known.get(key) ?? isThere(db, reference, services, context, own)
    known.set(key, there)
    if (!(await there)) missing.push(reference)
  }
  return missing
}

async function isThere(
  db: Db | Tx,
  { kind, id, people }: Reference,
  services: Services,
  context: CallContext,
  own: readonly string[],
): Promise<boolean> {
  switch (kind) {
    case 'rule':
      return (await findRule(db, id)) !== undefined
    case 'dictionary':
      return services.dictionaries.exists(id)
    case 'interface':
      return services.interfaces.exists(id)
    case 'model':
      return own.includes(id) || (await hasModel(db, id))
    case 'printTemplate':
      return services.printTemplates.exists(id)
    default:
      return people === undefined || (await services.names.resolve(people, [id], context)).length > 0
  }
}

async function hasModel(db: Db | Tx, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('model')
    .select('id')
    .where((where) => where.or([where('id', '=', id), where('en_code', '=', id)]))
    .executeTakeFirst()
  return row !== undefined
}
