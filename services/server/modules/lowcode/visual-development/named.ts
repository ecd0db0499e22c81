import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { ResponseOf } from '@services/contract/call'
import { notFound } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import { modelById } from './models'
import { tryPlans } from './plans'
import { type Reference, referencesOf } from './references'
import { usesOf } from './uses'

type References = ResponseOf<(typeof modelVersionCalls)['visualDevelopment.references']>

/** What names a model, or a field of its draft, and what the draft names. @throws ApiError 404 where there is no such field */
export async function readReferences(
  context: CallContext,
  services: Services,
  id: string,
  path: string | undefined,
): Promise<References> {
  const { db, text } = context
  const model = await modelById(db, id)
  const { plans } = tryPlans(model, text)
  const field = path === undefined ? undefined : plans?.form.fields.get(path)
  if (path !== undefined && !field) throw notFound()
  const used = { id, enCode: model.enCode, fields: field ? [field] : null }
  const named = plans ? referencesOf(plans).filter((one) => !field || one.field === field) : []
  return { usedBy: await usesOf(db, context, used), uses: await withNames(context, services, named) }
}

/** Once each, with the fields that name it. */
async function withNames(
  context: CallContext,
  services: Services,
  references: readonly Reference[],
): Promise<References['uses']> {
  const found = new Map<string, { reference: Reference; fields: Set<string> }>()
  for (const reference of references) {
    const key = `${reference.kind} ${reference.id}`
    const one = found.get(key) ?? { reference, fields: new Set() }
    if (reference.field) one.fields.add(context.text(reference.field.label) || reference.field.path)
    found.set(key, one)
  }
  return Promise.all(
    [...found.values()].map(async ({ reference, fields }) => ({
      ...{ kind: reference.kind, id: reference.id, fields: [...fields] },
      fullName: await nameOf(context, services, reference),
    })),
  )
}

const TABLES = {
  dictionary: 'dictionary_category',
  rule: 'bill_rule',
  interface: 'data_interface',
  model: 'model',
} as const

/** What a thing is called; empty: it is not here. */
async function nameOf(context: CallContext, services: Services, reference: Reference): Promise<string> {
  const { kind, id, people } = reference
  if (kind === 'people') {
    const [person] = people ? await services.names.resolve(people, [id], context) : []
    return person?.text ?? ''
  }
  return (
    (await (kind === 'printTemplate'
      ? printName(context.db, id)
      : codedName(context.db, TABLES[kind], id))) ?? ''
  )
}

/** By its id, or by its code. */
async function codedName(
  db: Db,
  table: (typeof TABLES)[keyof typeof TABLES],
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('full_name')
    .where((where) => where.or([where('id', '=', id), where('en_code', '=', id)]))
    .executeTakeFirst()
  return row?.full_name
}

async function printName(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('print_template')
    .select('full_name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.full_name
}
