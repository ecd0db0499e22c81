import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../../module'
import { type Candidate, candidateOf } from '../candidate'
import { judgeStored, type RecordsReport } from './judge-stored'

const KIND = 'judging'

/** What is judged: of a model the draft, or the version of that number, over what is released. */
interface JudgedWhole {
  readonly modelId: string
  readonly of: number
  readonly draftVersion: number
  readonly released: number
}

const judgedOf = ({ model, of }: Candidate): JudgedWhole => ({
  ...{ modelId: model.id, of },
  // What an earlier version was does not change with the draft.
  draftVersion: of === 0 ? model.draft_version : 0,
  released: model.released_version,
})

/** Judges all records of models that have too many for a check, to the last one. */
export function provideJudging(services: Services): void {
  services.jobTable.kind<JudgedWhole>(KIND, {
    opens: ['record'],
    async run({ input, context, report, signal }) {
      const caller = await context()
      const candidate = await candidateOf(caller.db, input.modelId, input.of, caller.text)
      const { plans, before } = candidate
      const now = judgedOf(candidate)
      if (!plans || !before || now.draftVersion !== input.draftVersion || now.released !== input.released)
        throw new ApiError(CODE.conflict, '@release.draftMoved')
      // Told as they come: a page that waits for the telling of another is judged no later.
      let told: Promise<void> = Promise.resolve()
      let refusal: unknown
      const judged = await judgeStored(caller.db, caller, {
        ...{
          modelId: input.modelId,
          before: before.form,
          after: plans.form,
          signal,
          exact: Number.POSITIVE_INFINITY,
        },
        onProgress({ judged: done, total }) {
          if (refusal !== undefined) throw refusal
          told = told
            .then(() =>
              report({ sentences: [{ text: '@judging.judged', params: { done, total } }], done, total }),
            )
            .catch((error: unknown) => {
              refusal = error
            })
        },
      })
      await told
      if (refusal !== undefined) throw refusal
      return { judged }
    },
  })
}

/** Has all records judged; the answer is the job's id. @throws ApiError 404; 400 where there is nothing to judge them by */
export async function judgeWhole(
  context: CallContext,
  services: Services,
  id: string,
  version: number | undefined,
): Promise<string> {
  const candidate = await candidateOf(context.db, id, version ?? 0, context.text)
  if (!candidate.plans || !candidate.before) throw new ApiError(CODE.badRequest, '@judging.nothing')
  const name = context.text(candidate.model.full_name)
  return services.jobTable.start(context, KIND, judgedOf(candidate), {
    ...{ text: '@job.judgingOf', params: { name } },
  })
}

/** What the caller's last job of just this candidate came to, and when; undefined: there has been none. */
export async function judgedWhole(
  db: Db | Tx,
  { user }: Pick<CallContext, 'user'>,
  services: Services,
  candidate: Candidate,
): Promise<{ readonly report: RecordsReport; readonly at: number } | undefined> {
  const row = await services.jobTable.lastDone(db, user.userId, KIND, judgedOf(candidate))
  const report = row?.result?.['judged'] as RecordsReport | undefined
  return report && row?.ended_at ? { report, at: row.ended_at.getTime() } : undefined
}
