import type { FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { notFound } from '../../../http/errors'
import type { Db, Tx } from '../../../module'
import { versionOf } from './candidate'
import { changeLines, changesOf } from './change-lines'
import { formerOf, readKeys } from './key-register'
import { compilePlans, type ModelPlans, sourceOf } from './plans'

/** A released model with its plans, as records are read and written by. */
export interface ReleasedModel extends ModelPlans {
  readonly id: string
  readonly enCode: string
  readonly version: number
  /** A model that is disabled is read alone. */
  readonly isEnabled: boolean
}

/** Fields of a model that are called otherwise from now on: their paths before and now. */
export interface Renamed {
  readonly modelId: string
  readonly renames: ReadonlyMap<string, string>
}
type Follower = (tx: Tx, renamed: Renamed) => Promise<void>

export interface ReleasedModels {
  /** The newest released version, by the model's id or code; throws 404 when there is none. */
  current(idOrCode: string, tx?: Tx): Promise<ReleasedModel>
  /** The form of a version; null where there was none such. */
  formAt(id: string, version: number): Promise<FormPlan | null>
  /** What has become of a model since a version, in words, worst first. */
  changesSince(id: string, version: number, translate: Translate): Promise<readonly string[]>
  /** Whoever keeps names of fields has them follow, in the transaction of the release. */
  onRenamed(follower: Follower): void
  /** Tells those who follow. */
  follow(tx: Tx, renamed: Renamed): Promise<void>
}

/** Models whose plans are kept compiled; one of a thousand fields takes about 5 MB. */
const KEPT = 100

/** Each request asks for the version, so that a release by another server process counts at once. */
export function createReleased(db: Db): ReleasedModels {
  const kept = new Map<string, ReleasedModel>()
  const followers: Follower[] = []

  const load = async (
    id: string,
    enCode: string,
    version: number,
    isEnabled: boolean,
  ): Promise<ReleasedModel> => {
    const row = await versionOf(db, id, version)
    if (!row) throw notFound()
    const [keys, former] = [readKeys(row.keys), await formerOf(db, id, version)]
    return { id, enCode, version, isEnabled, ...compilePlans({ id, ...sourceOf(row), keys, former }) }
  }

  return {
    onRenamed: (follower) => void followers.push(follower),
    async follow(tx, renamed) {
      if (renamed.renames.size > 0) for (const follower of followers) await follower(tx, renamed)
    },
    async formAt(id, version) {
      const row = await versionOf(db, id, version)
      return row ? compilePlans({ id, ...sourceOf(row), keys: readKeys(row.keys) }).form : null
    },
    async changesSince(id, version, text) {
      const old = await versionOf(db, id, version)
      const model = await db
        .selectFrom('model')
        .select('released_version')
        .where('id', '=', id)
        .executeTakeFirst()
      const now = model && (await versionOf(db, id, model.released_version))
      return old && now ? changeLines(changesOf(old, now), text).map(({ message }) => message) : []
    },
    async current(idOrCode, tx) {
      const row = await (tx ?? db)
        .selectFrom('model')
        .select(['id', 'en_code', 'released_version', 'is_enabled'])
        .where((where) => where.or([where('id', '=', idOrCode), where('en_code', '=', idOrCode)]))
        .where('released_version', '>', 0)
        .executeTakeFirst()
      if (!row) throw notFound()
      let model = kept.get(row.id)
      if (
        model?.version !== row.released_version ||
        model.enCode !== row.en_code ||
        model.isEnabled !== row.is_enabled
      )
        model = await load(row.id, row.en_code, row.released_version, row.is_enabled)
      // Taken out and put in again, the one used last is the last to go.
      kept.delete(row.id)
      kept.set(row.id, model)
      const oldest = kept.keys().next().value
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
      return model
    },
  }
}
