import type { Translate } from '@runtime/host'
import type { visualDevelopmentCalls } from '@services/contract/areas/lowcode/visual-development'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { changeLines } from './change-lines'
import { checkReferences } from './check'
import { isMostlyInert, placesOf } from './inert'
import { demandAnswers, merging } from './merging'
import { makeMissing, missingThings } from './missing'
import {
  createModel,
  type DraftReport,
  documentText,
  type ModelInput,
  modelById,
  updateModel,
} from './models'
import { type Finding, lossesOf, type ModelPlans, type ModelSource, tryPlans } from './plans'
import { readImport, versionsInFile } from './read-import'
import { reportLosses } from './report-name'
import { withChosenWidgets } from './standing-in'
import { widgetTitle } from './widget-names'

type Calls = typeof visualDevelopmentCalls
type ImportInput = InputOf<Calls['visualDevelopment.import']>
type Understood = ResponseOf<Calls['visualDevelopment.check']>

/** Stands for the id of a model that has none yet. */
const UNNAMED = 'import'

/** What an import would make, and what of it stays behind; nothing is written. */
export async function checkImport(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['visualDevelopment.check']>,
): Promise<Understood> {
  const { incoming, foreign } = await withChosenWidgets(context, readImport(context, input), input.widgets)
  const { model, findings } = incoming
  const source = sourceOfInput(model, model.id ?? UNNAMED)
  const { plans, errors } = tryPlans(source, context.text)
  const outside = plans ? await checkReferences(context.db, plans, services, context, ownIds(model)) : NOTHING
  const report = {
    errors: [...findings, ...(await codeTaken(context, model)), ...errors, ...outside.errors],
    losses: [
      ...versionLosses(context, input.text),
      ...(plans ? lossesOf(plans, source.columnData, context.text) : []),
      ...outside.losses,
      ...(await reportLosses(context.db, model.enCode.trim(), context.text)),
    ],
  }
  const places = plans ? placesOf(plans.form) : { places: 0, inert: 0 }
  return {
    fullName: model.fullName,
    enCode: model.enCode,
    webType: source.webType,
    formData: source.formData,
    columnData: source.columnData,
    fields: plans ? fieldsOf(plans, report, context.text) : [],
    ...places,
    isMostlyInert: isMostlyInert(places),
    missing: (await missingThings(context, plans?.form, outside.missing)).map((one) => ({
      ...one,
      values: [...one.values],
    })),
    foreign: foreign.map((one) => ({ ...one, labels: [...one.labels] })),
    errors: report.errors.map(labelled(plans, context.text)),
    losses: report.losses.map(labelled(plans, context.text)),
  }
}

/** A finding that names its field as people do. */
const labelled =
  (plans: ModelPlans | null, translate: Translate) =>
  (one: Finding): Finding => {
    const label = one.field === undefined ? '' : translate(plans?.form.fields.get(one.field)?.label)
    return label === '' ? one : { ...one, field: label }
  }

/** What a merge into a model's draft would make, lose and ask; nothing is written. */
export async function checkMerge(
  context: CallContext,
  services: Services,
  { id, text, choices, widgets }: InputOf<Calls['visualDevelopment.merge']>,
): Promise<ResponseOf<Calls['visualDevelopment.merge']>> {
  const { incoming } = await withChosenWidgets(context, readImport(context, { text }), widgets, id)
  const { merged, changes, conflicts, base, draftVersion } = await merging(
    context,
    id,
    incoming,
    choices ?? [],
  )
  const { fullName, enCode } = await modelById(context.db, id)
  const source = sourceOfInput({ fullName, enCode, ...merged }, id)
  const { plans, errors } = tryPlans(source, context.text)
  const outside = plans ? await checkReferences(context.db, plans, services, context, [id, enCode]) : NOTHING
  return {
    ...{ draftVersion, base, changes: changeLines(changes, context.text), conflicts: [...conflicts] },
    errors: [...errors, ...outside.errors],
    losses: [...(plans ? lossesOf(plans, source.columnData, context.text) : []), ...outside.losses],
  }
}

const NOTHING: Awaited<ReturnType<typeof checkReferences>> = { errors: [], losses: [], missing: [] }

/**
 * Makes a draft of a model from elsewhere, and what it names and misses where that is asked for.
 * @throws ApiError 400 for what is no model, or has no name or code that a draft can have; 403 for what may not be made.
 */
export async function importModel(
  context: CallContext,
  services: Services,
  input: ImportInput,
): Promise<{ id: string } & DraftReport> {
  const { replace, merge, choices, draftVersion, ...given } = input
  const { incoming } = await withChosenWidgets(
    context,
    readImport(context, given),
    input.widgets,
    merge ?? replace ?? undefined,
  )
  const { model, file, findings } = incoming
  const makes: Makes = { asked: input.make === 1, leave: input.leave ?? [] }
  if (merge) {
    const { merged, ...outcome } = await merging(context, merge, incoming, choices ?? [])
    demandAnswers(outcome, choices ?? [], draftVersion)
    return replaceDraft(context, services, merge, { ...model, ...merged }, makes, outcome.draftVersion)
  }
  if (replace) return replaceDraft(context, services, replace, model, makes)
  if (findings.length > 0) throw refusal(findings)
  // Nothing is made for a model that cannot be.
  const taken = (file || input.make === 1) && (await codeTaken(context, model))
  if (taken && taken.length > 0) throw refusal(taken)
  const id = file && model.id && (await isKnown(context, model.id)) ? undefined : model.id
  const { plans } = tryPlans(sourceOfInput(model, id ?? UNNAMED), context.text)
  const look = () => (plans ? checkReferences(context.db, plans, services, context, ownIds(model)) : NOTHING)
  if (plans && makes.asked) await makeMissing(context, services, plans, (await look()).missing, makes.leave)
  const made = await createModel(context, { ...model, id }, file)
  const { errors, losses } = await look()
  return { id: made.id, errors: [...made.errors, ...errors], losses: [...made.losses, ...losses] }
}

/** Whether what is missing is made, and what of it is not. */
interface Makes {
  readonly asked: boolean
  readonly leave: readonly string[]
}

/** A draft becomes what is imported, by a step that can be undone: only its documents and its kind are taken over. */
async function replaceDraft(
  context: CallContext,
  services: Services,
  id: string,
  { tables, formData, columnData, appColumnData, webType }: ModelInput,
  makes: Makes,
  draftVersion?: number,
): Promise<{ id: string } & DraftReport> {
  const { fullName, enCode } = await modelById(context.db, id)
  const model = { ...{ fullName, enCode, webType }, ...{ tables, formData, columnData, appColumnData } }
  const { plans } = tryPlans(sourceOfInput(model, id), context.text)
  const look = () => (plans ? checkReferences(context.db, plans, services, context, [id, enCode]) : NOTHING)
  if (plans && makes.asked) await makeMissing(context, services, plans, (await look()).missing, makes.leave)
  const made = await updateModel(context, id, { ...model, draftVersion })
  const { errors, losses } = await look()
  return { id, errors: [...made.errors, ...errors], losses: [...made.losses, ...losses] }
}

/** Versions in a file do not become versions here: their records are elsewhere. */
function versionLosses(context: CallContext, text: string | undefined): readonly Finding[] {
  const count = versionsInFile(text).length
  if (count === 0) return []
  return [{ pointer: '/loam/versions', message: context.text('@record.importVersions', { count }) }]
}

function refusal(findings: readonly Finding[]): ApiError {
  return new ApiError(CODE.badRequest, findings[0]?.message ?? '', {
    errors: findings.map(({ field, pointer, message }) => ({ path: field ?? pointer, message })),
  })
}

function sourceOfInput(model: ModelInput, id: string): ModelSource {
  return {
    id,
    fullName: model.fullName,
    webType: String(model.webType),
    formData: documentText(model.formData) ?? '',
    columnData: documentText(model.columnData) ?? '',
  }
}

function ownIds({ id, enCode }: ModelInput & { readonly id?: string }): readonly string[] {
  return [...(id === undefined ? [] : [id]), enCode]
}

async function codeTaken(context: CallContext, { enCode }: ModelInput): Promise<readonly Finding[]> {
  const row = await context.db
    .selectFrom('model')
    .select('id')
    .where('en_code', '=', enCode.trim())
    .executeTakeFirst()
  return row ? [{ pointer: '/enCode', field: 'enCode', message: context.text('@record.modelCodeTaken') }] : []
}

async function isKnown(context: CallContext, id: string): Promise<boolean> {
  const row = await context.db.selectFrom('model').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

function fieldsOf(
  { form }: ModelPlans,
  { errors, losses }: { readonly errors: readonly Finding[]; readonly losses: readonly Finding[] },
  translate: Translate,
): Understood['fields'] {
  const findings = [...errors, ...losses]
  return [...form.fields.values()].map((field) => {
    const label = translate(field.label) || field.path
    return {
      path: field.path,
      label,
      widget: widgetTitle(field.widgetName, translate),
      required: field.required,
      isInert: field.widget === 'unknown',
      findings: findings.filter((one) => one.field === field.path || one.field === label).length,
    }
  })
}
