import { listedColumns, propOfPath } from '@runtime/list'
import type { Text } from '@runtime/text'
import { SHARE_VIEW } from '@services/contract/areas/lowcode/list-view'
import { CODE } from '@services/contract/envelope'
import { type Broken, withConstraints } from '../../../database/constraint'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Services, Tx } from '../../../module'
import { ACTS } from '../../../right'
import type { RightCode } from '../../platform/menu/tables'
import { refillUnique } from '../online-development/unique'
import { checkRecords, checkReferences } from './check'
import { isMostlyInert, placesOf } from './inert'
import { sourceOf } from './models'
import { compilePlans, type Finding, lossesOf, type ModelPlans, tryPlans } from './plans'
import { reportLosses } from './report-name'

/** Where a release puts the model in the menu. */
export interface Placement {
  readonly pc?: number | undefined
  readonly pcModuleParentId?: string | undefined
  readonly icon?: string | undefined
  /** 1: a person has been told that most of the form is inert, and wants it all the same. */
  readonly despite?: number | undefined
}

export interface ReleaseReport {
  readonly version: number
  readonly errors: readonly Finding[]
  readonly losses: readonly Finding[]
}

const BROKEN: Readonly<Record<string, Broken>> = {
  menu_en_code_key: { path: 'enCode', message: '@record.menuCodeTaken' },
}

/**
 * Makes a draft the model's next version: compiles it, checks what it refers to and what it means for the records that
 * are there, keeps the version, and brings the menu entry and its rights up to date.
 * @throws ApiError 400 with every reason in `data.errors` and `data.report` when the draft is broken; 409 with `inert` and
 * `places` when most of its form is dead here and nobody has said that it may be.
 */
export async function releaseModel(
  context: CallContext,
  services: Services,
  id: string,
  placement: Placement,
): Promise<ReleaseReport> {
  const report = await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute((tx) => release(tx, context, services, id, placement)),
  )
  services.records.prepare(id)
  return report
}

async function release(
  tx: Tx,
  context: CallContext,
  services: Services,
  id: string,
  placement: Placement,
): Promise<ReleaseReport> {
  const translate = context.text
  const model = await tx.selectFrom('model').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!model) throw notFound()
  const { plans, errors } = tryPlans({ id, ...sourceOf(model) }, translate)
  if (!plans || errors.length > 0) throw refusal(errors)
  const released = await releasedVersion(tx, id, model.released_version)
  const before = released ? compilePlans({ id, ...sourceOf(released) }) : null
  const entry = await entryOf(tx, id)
  await services.interfaces.demandNaming(context, tx, model, entry && released)
  const places = placesOf(plans.form)
  if (isMostlyInert(places) && placement.despite !== 1)
    throw new ApiError(CODE.conflict, '@record.mostlyInert', {
      params: { inert: places.inert, places: places.places },
      data: places,
    })
  // Templates are made of released forms.
  const later = before ? [] : (['printTemplate'] as const)
  const references = await checkReferences(tx, plans, services, context, [id, model.en_code], later)
  const records = await checkRecords(tx, plans.form, before?.form ?? null, translate)
  const stops = [...references.errors, ...records.errors, ...(await refillUnique(tx, plans.form, translate))]
  if (stops.length > 0) throw refusal(stops)
  const losses = [
    ...lossesOf(plans, model.column_data, translate),
    ...references.losses,
    ...records.losses,
    ...(await reportLosses(tx, model.en_code, translate)),
  ]
  const version = model.released_version + 1
  await tx
    .insertInto('model_version')
    .values({
      model_id: id,
      version,
      full_name: model.full_name,
      web_type: model.web_type,
      form_data: model.form_data,
      column_data: model.column_data,
      app_column_data: model.app_column_data,
      losses: JSON.stringify(losses),
      released_by: context.user.userId,
    })
    .execute()
  await tx
    .updateTable('model')
    .set({ released_version: version, released_draft: model.draft_version })
    .where('id', '=', id)
    .execute()
  await publish(tx, services, model, plans, placement, entry)
  await context.audit({ action: 'visualDevelopment.release', target: id, after: { version, losses } }, tx)
  return { version, errors: [], losses }
}

const releasedVersion = (tx: Tx, id: string, version: number) =>
  tx
    .selectFrom('model_version')
    .selectAll()
    .where('model_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

type Entry = Awaited<ReturnType<typeof entryOf>>

/** Where the model stands in the menu. */
const entryOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('menu')
    .select(['parent_id', 'icon'])
    .where('source', '=', 'model')
    .where('id', '=', `model-${id}`)
    .executeTakeFirst()

/** Into the menu when asked; an entry that is there follows the new version either way. */
async function publish(
  tx: Tx,
  services: Services,
  model: {
    readonly id: string
    readonly full_name: string
    readonly en_code: string
    readonly sort_code: number
  },
  plans: ModelPlans,
  placement: Placement,
  entry: Entry,
): Promise<void> {
  if (placement.pc !== 1 && !entry) return
  await services.menu.publish(
    {
      modelId: model.id,
      fullName: model.full_name,
      enCode: model.en_code,
      parentId: placement.pcModuleParentId || entry?.parent_id,
      icon: placement.icon || entry?.icon,
      sortCode: model.sort_code,
      ...rightsOf(plans),
    },
    tx,
  )
}

/** A model without a list says nothing of what is granted. */
const OPEN = { buttons: false, columns: false, form: false, data: false }

/** What a list gives a right for without a button of its own. */
const BESIDE: readonly RightCode[] = [
  { enCode: SHARE_VIEW, fullName: '@listView.share' },
  { enCode: ACTS.comment, fullName: '@record.comment' },
  { enCode: ACTS.attach, fullName: '@record.attachments' },
]

/** What rights can be given for: the buttons of the list and what stands beside it, its columns, and the form's fields. */
function rightsOf({ form, list }: ModelPlans) {
  const buttons: RightCode[] = [...(list?.toolbar ?? []), ...(list?.row ?? [])].map((button) => ({
    enCode: button.code,
    fullName: button.text.source as Text,
  }))
  const drawn = new Set(buttons.map(({ enCode }) => enCode))
  if (list) buttons.push(...BESIDE.filter(({ enCode }) => !drawn.has(enCode)))
  const columns: RightCode[] = (list ? listedColumns(list) : []).map((column) => ({
    enCode: propOfPath(column.path),
    fullName: column.label,
  }))
  const fields: RightCode[] = [...form.fields.values()].map((field) => ({
    enCode: propOfPath(field.path),
    fullName: field.label,
  }))
  return { buttons, columns, fields, switches: list?.permissions ?? OPEN }
}

function refusal(errors: readonly Finding[]): ApiError {
  return new ApiError(CODE.badRequest, '@record.releaseRefused', {
    params: { reasons: errors.map((error) => error.message).join('；') },
    errors: errors.map((error) => ({ path: error.field ?? error.pointer, message: error.message })),
  })
}
