import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import { isAnyOf } from '../../../database/batches'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services, Tx } from '../../../module'
import { cleanMarkup } from '../../../workers/markup'
import type { FileHolder, HolderReader } from '../../platform/file/access'
import { recordsOf } from './gate/records-of'
import { type Place, placesOf } from './places'
import { ownCopy, type RecordData } from './tables'

/** How the files of records are noted. */
const HOLDER = 'record'

function filesOf(form: FormPlan, record: RecordData): readonly { file: string; field: string }[] {
  const places = placesOf(form, record, ({ definition }) => definition?.files !== undefined)
  return [...places].flatMap(({ field, values }) =>
    (field.definition?.files?.(values[field.name], field.settings) ?? []).map((file) => ({
      file,
      field: field.path,
    })),
  )
}

/**
 * What was sent, as it is validated: the facts of files are the server's, markup is clean. The host that comes with it knows
 * the files: one that its sender may not use is null; one that the record holds already is as good as the record.
 */
export async function receiveRecord(
  context: CallContext,
  services: Services,
  form: FormPlan,
  sent: RecordData,
  host: HeadlessHost,
  stored?: RecordData,
): Promise<{ readonly data: RecordData; readonly host: HeadlessHost }> {
  const receives = (field: FieldPlan) => field.definition?.receive !== undefined
  if (![...form.fields.values()].some(receives)) return { data: sent, host }
  const held = new Set(stored ? filesOf(form, stored).map(({ file }) => file) : [])
  const names = filesOf(form, sent).map(({ file }) => file)
  const known = await services.files.usable(context, [...new Set(names)], held)
  const knowing: HeadlessHost = {
    ...host,
    file: (id) => known.get(id) ?? (held.has(id) ? undefined : null),
  }
  const data = ownCopy(sent)
  const clean = await cleanMarkupOf(services, placesOf(form, sent, receives), knowing)
  for (const { field, values } of placesOf(form, data, receives)) {
    if (!Object.hasOwn(values, field.name)) continue
    const value = field.definition?.receive?.(values[field.name], field.settings, {
      ...knowing,
      sanitise: (html) => clean.get(html) ?? '',
    })
    values[field.name] = value
  }
  return { data, host: knowing }
}

/** All markup of a record as it is sent, and clean. What receives values does so at once and is asked beforehand for its markup. */
async function cleanMarkupOf(
  services: Services,
  places: Iterable<Place>,
  host: HeadlessHost,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Set<string>()
  const sanitise = (html: string) => {
    texts.add(html)
    return html
  }
  for (const { field, values } of places)
    if (Object.hasOwn(values, field.name))
      field.definition?.receive?.(values[field.name], field.settings, { ...host, sanitise })
  const sent = [...texts]
  const clean = await cleanMarkup(services.workers, 'text', sent)
  return new Map(sent.map((html, index) => [html, clean[index] ?? '']))
}

/** Notes what a record that is being written refers to. */
export async function referFiles(
  tx: Tx,
  services: Services,
  model: { readonly id: string; readonly form: FormPlan },
  id: string,
  record: RecordData,
): Promise<void> {
  if (![...model.form.fields.values()].some(({ definition }) => definition?.files)) return
  await services.files.refer(tx, HOLDER, { scope: model.id, holderId: id }, filesOf(model.form, record))
}

/** Who may read a record, and in it the field, may read its files. */
export function provideRecordFiles(services: Services): void {
  const reader: HolderReader = async (context, holders) => {
    const open = new Set<FileHolder>()
    for (const scope of new Set(holders.map((holder) => holder.scope)))
      for (const holder of await readableIn(context, services, scope, holders)) open.add(holder)
    return open
  }
  services.files.provide(HOLDER, reader)
}

async function readableIn(
  context: CallContext,
  services: Services,
  modelId: string,
  holders: readonly FileHolder[],
): Promise<readonly FileHolder[]> {
  const own = holders.filter(({ scope }) => scope === modelId)
  try {
    const records = await recordsOf(context, services, modelId)
    const { rights } = records
    const rows = await records
      .select(context.db)
      .select('id')
      .where(isAnyOf('id', new Set(own.map(({ holderId }) => holderId))))
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    return own.filter(({ holderId, field }) => ids.has(holderId) && rights.open({ path: field }, 'form'))
  } catch (error) {
    // No right to the model, or no such model any more.
    if (error instanceof ApiError) return []
    throw error
  }
}
