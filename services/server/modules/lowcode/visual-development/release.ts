import { CODE } from '@services/contract/envelope'
import { isAnyOf } from '../../../database/batches'
import { type Broken, withConstraints } from '../../../database/constraint'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { isDirectory } from '../../platform/menu/kinds'
import { idOf, type MenuCategory } from '../../platform/menu/menu'
import { NO_PARENT } from '../../platform/menu/rows'
import { refillUnique } from '../online-development/unique'
import { type Candidate, type Content, candidateOf, leavingFields, renamedProps } from './candidate'
import { leavingLosses } from './check'
import { checkRelease, type ReleaseCheck } from './check-release'
import { grantable } from './granted'
import { savesOf } from './judging/pages'
import { noteKeys } from './key-register'
import { modelName } from './models'
import type { Finding, ModelPlans } from './plans'
import { keepWhole } from './steps'

/** What is released, where it is put in the menu, and what has been accepted for it. */
export interface ReleaseInput {
  /** A version that is brought back; absent: the draft. */
  readonly version?: number
  readonly pc?: number | undefined
  readonly pcModuleParentId?: string | undefined
  readonly app?: number | null | undefined
  readonly appModuleParentId?: string | undefined
  readonly icon?: string | undefined
  /** 1: a person has been told that most of the form is inert, and wants it all the same. */
  readonly despite?: number | undefined
  readonly draftVersion?: number | undefined
  readonly accept?: string | undefined
  readonly note?: string | undefined
}

export interface Released {
  readonly version: number
  readonly draftVersion: number
  readonly losses: readonly Finding[]
}

const BROKEN: Readonly<Record<string, Broken>> = {
  menu_en_code_key: { path: 'enCode', message: '@record.menuCodeTaken' },
}

/**
 * Makes a draft, or what an earlier version was, the model's next version: checks it once more while nobody can change it,
 * keeps the version, and brings the menu entry, its rights and what names renamed fields up to date.
 * @throws ApiError 400 with every reason in `data.errors` when it is broken; 409 with `inert` and `places` when most of its form is
 * dead here and nobody has said that it may be; with `draftVersion` where the draft has moved on since it was checked; with
 * `report` where something else is asked than what has been accepted.
 */
export async function releaseModel(
  context: CallContext,
  services: Services,
  id: string,
  input: ReleaseInput,
): Promise<Released> {
  const released = await withConstraints(BROKEN, context.text, () =>
    context.db.transaction().execute((tx) => release(tx, context, services, id, input)),
  )
  services.records.prepare(id)
  return released
}

async function release(
  tx: Tx,
  context: CallContext,
  services: Services,
  id: string,
  input: ReleaseInput,
): Promise<Released> {
  const candidate = await candidateOf(tx, id, input.version ?? 0, context.text, 'lock')
  const { model, released, plans } = candidate
  if (!plans || candidate.errors.length > 0) throw refusal(candidate.errors)
  if (input.draftVersion !== undefined && input.draftVersion !== model.draft_version)
    throw new ApiError(CODE.conflict, '@release.draftMoved', {
      data: { draftVersion: model.draft_version },
    })
  const [entry, appEntry] = await entriesOf(tx, id)
  await demandPlace(tx, context, 'Web', 'pcModuleParentId', input)
  await demandPlace(tx, context, 'App', 'appModuleParentId', input)
  await services.interfaces.demandNaming(context, tx, model, entry && released)
  const check = await checkedAlone(tx, context, services, candidate)
  if (check.isMostlyInert && input.despite !== 1)
    throw new ApiError(CODE.conflict, '@record.mostlyInert', {
      params: { inert: check.inert, places: check.places },
      data: { inert: check.inert, places: check.places },
    })
  const stops = [...check.errors, ...(await refillUnique(tx, plans.form, context.text))]
  if (stops.length > 0) throw refusal(stops)
  if (input.accept !== undefined && input.accept !== check.mark)
    throw new ApiError(CODE.conflict, '@release.asksOther', { data: { report: check } })
  const version = model.released_version + 1
  // A check tells of them by how many values they leave.
  const losses = [...check.losses, ...leavingLosses(leavingFields(candidate), context.text)]
  await keepVersion(tx, context, candidate, { ...check, losses }, input, version)
  await noteKeys(tx, candidate.known, plans.form, candidate.storage, version)
  const draftVersion = await keepDraft(tx, context, candidate, version)
  await publish(tx, services, candidate, plans, input, entry)
  await publishInApp(tx, services, candidate, input, appEntry)
  await services.models.follow(tx, { modelId: id, renames: candidate.renames })
  const after = { version, losses, ...(candidate.of > 0 && { rolledBackTo: candidate.of }) }
  await context.audit({ action: 'visualDevelopment.release', target: id, after }, tx)
  return { version, draftVersion, losses }
}

/**
 * Checks while records are saved by the version before, and once more where some have been, when nobody saves any: people wait
 * for what is written alone.
 */
async function checkedAlone(
  tx: Tx,
  context: CallContext,
  services: Services,
  candidate: Candidate,
): Promise<ReleaseCheck> {
  const { id } = candidate.model
  const before = await savesOf(tx, id)
  const check = await checkRelease(tx, context, services, candidate)
  await tx.selectFrom('model').select('id').where('id', '=', id).forUpdate().execute()
  return (await savesOf(tx, id)) === before ? check : checkRelease(tx, context, services, candidate)
}

async function keepVersion(
  tx: Tx,
  context: CallContext,
  { model, content, of, storage }: Candidate,
  { losses, changes }: ReleaseCheck,
  { note }: ReleaseInput,
  version: number,
): Promise<void> {
  const { en_code, type, enable_flow, category, sort_code, description } = model
  await tx
    .insertInto('model_version')
    .values({
      ...{ model_id: model.id, version, ...textsOf(content) },
      settings: JSON.stringify({ en_code, type, enable_flow, category, sort_code, description }),
      keys: JSON.stringify(storage.keys),
      losses: JSON.stringify(losses),
      changes: JSON.stringify(changes),
      note: note?.trim() ?? '',
      rolled_back_to: of,
      released_by: context.user.userId,
    })
    .execute()
}

const textsOf = ({
  full_name,
  full_name_code,
  web_type,
  form_data,
  column_data,
  app_column_data,
  tables,
}: Content): Content => ({
  full_name,
  full_name_code,
  web_type,
  form_data,
  column_data,
  app_column_data,
  tables,
})

/** The draft says what is released: of a version that is brought back it becomes that, as a step that can be undone. */
async function keepDraft(
  tx: Tx,
  context: CallContext,
  { model, content, of }: Candidate,
  version: number,
): Promise<number> {
  const draft = of === 0 ? model.draft_version : model.draft_version + 1
  const next = { ...textsOf(content), draft_version: draft }
  if (of > 0) await keepWhole(context, tx, model, next)
  await tx
    .updateTable('model')
    .set({
      released_version: version,
      released_draft: draft,
      ...(of > 0 && { ...next, updated_at: new Date() }),
    })
    .where('id', '=', model.id)
    .execute()
  return draft
}

/** @throws ApiError 400 where a directory is named that the menu does not have */
async function demandPlace(
  tx: Tx,
  { text }: CallContext,
  category: MenuCategory,
  path: 'pcModuleParentId' | 'appModuleParentId',
  { [path]: id = '' }: ReleaseInput,
): Promise<void> {
  if (id === '' || id === NO_PARENT) return
  const found = await tx
    .selectFrom('menu')
    .select('type')
    .where('id', '=', id)
    .where('category', '=', category)
    .executeTakeFirst()
  if (found && isDirectory(found.type)) return
  const message = text('@release.noPlace')
  throw new ApiError(CODE.badRequest, message, { errors: [{ path, message }] })
}

interface Entry {
  readonly id: string
  readonly parent_id: string
  readonly icon: string
}

/** Where the model stands in the menu, and where in that of the app. */
export async function entriesOf(
  db: Db | Tx,
  id: string,
): Promise<readonly [entry: Entry | undefined, appEntry: Entry | undefined]> {
  const [own, app] = [idOf(id), idOf(id, 'App')]
  const rows = await db
    .selectFrom('menu')
    .select(['id', 'parent_id', 'icon'])
    .where('source', '=', 'model')
    .where(isAnyOf('id', [own, app]))
    .execute()
  const entry = (wanted: string) => rows.find((row) => row.id === wanted)
  return [entry(own), entry(app)]
}

/** Into the menu when asked; an entry that is there follows the new version either way. */
async function publish(
  tx: Tx,
  services: Services,
  candidate: Candidate,
  plans: ModelPlans,
  { pc, pcModuleParentId, icon }: ReleaseInput,
  entry: Entry | undefined,
): Promise<void> {
  if (pc !== 1 && !entry) return
  const { model, content } = candidate
  await services.menu.publish(
    {
      modelId: model.id,
      fullName: modelName(content),
      enCode: model.en_code,
      parentId: pcModuleParentId || entry?.parent_id,
      icon: icon || entry?.icon,
      sortCode: model.sort_code,
      renamed: renamedProps(candidate),
      ...grantable(plans),
    },
    tx,
  )
}

/** The same in the menu of the app, which only leads there: what may be done with records is granted with the other entry. */
async function publishInApp(
  tx: Tx,
  services: Services,
  { model, content }: Candidate,
  { app, appModuleParentId, icon }: ReleaseInput,
  entry: Entry | undefined,
): Promise<void> {
  if (app === 0) return services.menu.unpublish(model.id, tx, 'App')
  if (app !== 1 && !entry) return
  await services.menu.publish(
    {
      ...{ modelId: model.id, category: 'App', fullName: modelName(content), enCode: model.en_code },
      parentId: appModuleParentId || entry?.parent_id,
      icon: icon || entry?.icon,
      sortCode: model.sort_code,
      switches: { buttons: false, columns: false, form: false, data: false },
    },
    tx,
  )
}

function refusal(errors: readonly Finding[]): ApiError {
  return new ApiError(CODE.badRequest, '@record.releaseRefused', {
    params: { reasons: errors.map((error) => error.message).join('；') },
    errors: errors.map((error) => ({ path: error.field ?? error.pointer, message: error.message })),
  })
}
