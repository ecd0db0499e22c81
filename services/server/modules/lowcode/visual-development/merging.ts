import { type Change, changesBetween, changeWords } from '@runtime/design/diff'
import { isSameDesign, type MergedModel, mergeModels, type Side } from '@runtime/design/merge'
import { CODE } from '@services/contract/envelope'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db } from '../../../module'
import type { ModelRow } from './candidate'
import { documentText, type ModelInput } from './models'
import { type Incoming, versionsInFile } from './read-import'

const WIDGETS = { catalogue, designed }

type Choices = readonly { readonly key: string; readonly side: Side }[]

const byKey = (choices: Choices) => new Map(choices.map(({ key, side }) => [key, side]))

/** A design with all of its documents. */
type Design = Required<Omit<MergedModel, 'settings'>>

/** What a merge into a draft makes, and what it asks. */
export interface Merging {
  readonly merged: Design
  readonly draftVersion: number
  /** The version that both come from; 0: none is known. */
  readonly base: number
  readonly changes: readonly Change[]
  /** In the caller's language; the answered ones too. */
  readonly conflicts: readonly {
    readonly key: string
    readonly path?: string
    readonly ours: string
    readonly theirs: string
  }[]
}

/**
 * Merges a model from elsewhere into a draft, by the newest version that both know, else by the one that is released.
 * @throws ApiError 404
 */
export async function merging(
  { db, text }: CallContext,
  id: string,
  { model, file, isKindStated }: Incoming,
  choices: Choices,
): Promise<Merging> {
  const row = await db.selectFrom('model').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const base = await baseOf(db, row, file?.text)
  const ours = designOf(row)
  // A bare form says nothing of lists and kinds.
  const stated = isKindStated ? model : { ...model, webType: null }
  const theirs = statedBy(stated, base?.design ?? ours)
  const models = { base: base?.design ?? null, ours, theirs }
  const { model: made, conflicts } = mergeModels(models, WIDGETS, byKey(choices))
  const { settings: _, ...documents } = made
  const merged = { ...ours, ...documents }
  const named = (design: MergedModel) => ({ fullName: row.full_name, ...design })
  const words = (changes: readonly Change[]) =>
    changes.map((change) => changeWords(change, { text })).join(text('@diff.separator'))
  return {
    ...{ merged, draftVersion: row.draft_version, base: base?.version ?? 0 },
    changes: changesBetween(named(ours), named(merged), WIDGETS),
    conflicts: conflicts.map(({ ours: here, theirs: there, ...one }) => ({
      ...one,
      ...{ ours: words(here), theirs: words(there) },
    })),
  }
}

/**
 * Refuses a merge of a draft that has moved on since it was looked at, or of which something that is asked was not answered.
 * @throws ApiError 409
 */
export function demandAnswers(
  { conflicts, draftVersion }: Pick<Merging, 'conflicts' | 'draftVersion'>,
  choices: Choices,
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== draftVersion)
    throw new ApiError(CODE.conflict, '@record.draftConflict', { data: { draftVersion } })
  const answered = byKey(choices)
  const open = conflicts.filter(({ key }) => !answered.has(key))
  if (open.length > 0)
    throw new ApiError(CODE.conflict, '@record.mergeAsks', {
      params: { count: open.length },
      data: { conflicts: open },
    })
}

interface Base {
  readonly version: number
  readonly design: MergedModel
}

/** The newest version that the file has too, else the released one. */
async function baseOf(db: Db, model: ModelRow, file: string | undefined): Promise<Base | undefined> {
  const rows = await db
    .selectFrom('model_version')
    .select(['version', 'web_type', 'tables', 'form_data', 'column_data', 'app_column_data'])
    .where('model_id', '=', model.id)
    .orderBy('version', 'desc')
    .execute()
  const versions = rows.map((row) => ({ version: row.version, design: designOf(row) }))
  const inFile = versionsInFile(file).map((version) => statedBy(version as Partial<ModelInput>, BLANK))
  return (
    versions.find(({ design }) => inFile.some((other) => isSameDesign(design, other))) ??
    versions.find(({ version }) => version === model.released_version)
  )
}

const BLANK: Design = {
  ...{ webType: '2', tables: '', formData: '', columnData: '', appColumnData: '' },
}

type Stored = Pick<ModelRow, 'web_type' | 'tables' | 'form_data' | 'column_data' | 'app_column_data'>

const designOf = (row: Stored): Design => ({
  ...{ webType: row.web_type, tables: row.tables, formData: row.form_data },
  ...{ columnData: row.column_data, appColumnData: row.app_column_data },
})

/** A design as it is stated; of what it says nothing it is as another one. */
function statedBy(model: Partial<ModelInput>, otherwise: MergedModel): MergedModel {
  const { tables, formData, columnData, appColumnData, webType } = model
  const documents = { tables, formData, columnData, appColumnData }
  const stated = Object.entries(documents).flatMap(([part, value]) => {
    const text = documentText(value)
    return text === undefined ? [] : [[part, text] as const]
  })
  return {
    ...otherwise,
    webType: webType ? String(webType) : otherwise.webType,
    ...Object.fromEntries(stated),
  }
}
