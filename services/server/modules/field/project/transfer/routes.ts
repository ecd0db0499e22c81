import type { Position } from '@runtime/field/geometry'
import { fieldAdminCalls as calls } from '@services/contract/areas/field/field-admin'
import { CODE } from '@services/contract/envelope'
import { breathing } from '../../../../breath'
import { demand } from '../../../../http/context'
import { ApiError } from '../../../../http/errors'
import {
  type CallContext,
  FileReply,
  type ModuleServer,
  Reply,
  type Services,
  UnchangedReply,
  type UploadedFile,
} from '../../../../module'
import { forEveryone } from '../../../../right'
import type { Accompanied } from '../../../platform/job/accompany'
import type { JobTold, Sentence } from '../../../platform/job/board'
import type { HeldJob } from '../../../platform/job/store'
import { ENTITIES } from '../admin/entities'
import { farmPlace } from '../admin/place'
import { COLUMNS, linesOf, WORDS } from './columns'
import { featuresOf } from './geojson'
import { type Item, type Outcome, runImport, type Told } from './run'
import { readSheet, writeTemplate } from './sheet'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ENTITY = { device: 'fieldDevice', pipe: 'fieldPipe', node: 'fieldNode' } as const
const LANGUAGES = ['zh', 'zhtw', 'en'] as const

/** Import of devices, pipes and nodes from spreadsheets, and of all of the plan from GeoJSON. */
export function serveTransfer(server: ModuleServer): void {
  const { services, locales, handle } = server
  const { fieldLive } = services
  const titlesOf = (kind: keyof typeof COLUMNS) =>
    Object.fromEntries(
      Object.entries(COLUMNS[kind]).map(([name, title]) => [
        name,
        LANGUAGES.map((language) => locales.translator(language).text(title)),
      ]),
    )
  const words = Object.fromEntries(
    Object.entries(WORDS).map(([name, codes]) => [
      name,
      new Map(
        Object.entries(codes).flatMap(([code, word]) =>
          LANGUAGES.map((language) => [locales.translator(language).text(word), code] as const),
        ),
      ),
    ]),
  )
  const itemsOf = async (
    file: UploadedFile,
    kind: keyof typeof COLUMNS | 'geojson',
    gatewayId: string | null,
    near: Position | null,
  ): Promise<readonly Item[]> => {
    if (kind === 'geojson') return featuresOf(services.workers, file.bytes, gatewayId, near)
    const sheet = await readSheet(services.workers, file.bytes)
    const lines = await breathing(linesOf(sheet, titlesOf(kind), words))
    return lines.map((line) => ({ ...line, entity: ENTITY[kind] }))
  }

  handle(
    calls['fieldImport.template'],
    forEveryone('A template’s headings are those of the product'),
    async ({ text }: CallContext, { kind }) => {
      const headings = Object.values(COLUMNS[kind]).map((title) => text(title))
      return new FileReply(writeTemplate(headings), XLSX, `${kind}.xlsx`)
    },
  )
  handle(calls['fieldImport.run'], { project: 'projectId', level: 'manage' }, async (context, input) => {
    const {
      file,
      projectId,
      kind,
      isTrial = 0,
      gatewayId = null,
      progressId,
    } = input as typeof input & { file: UploadedFile }
    const run = async (written?: Accompanied) => {
      const cancel = () => written?.cancel()
      const job = services.jobBoard.begin(context.user.userId, progressId, CANCELLED, cancel)
      const told = toldOf(job, written)
      try {
        told.report({ phase: 'read', done: 0, total: 0, refused: 0 })
        const items = await itemsOf(file, kind, gatewayId, await farmPlace(context.db, projectId))
        await demandRights(context, services, items)
        const report = await runImport(context, services, projectId, items, isTrial === 1, told)
        return { answer: report, said: outcomeOf(report), isCancelled: false }
      } finally {
        job.end()
      }
    }
    // A trial writes nothing that anybody would look for later.
    const report =
      isTrial === 1
        ? (await run()).answer
        : await services.jobTable.accompany(context, await heldJob(context, projectId, kind), run)
    if (report.isDone) fieldLive.reset(projectId)
    const problems = report.problems.map((problem) => ({
      ...problem,
      title: titleOf(context, problem.field),
    }))
    const { text, params } = outcomeOf(report)
    const outcome = context.text(text, params)
    const Outcome = report.isDone ? Reply : UnchangedReply
    return new Outcome({ ...report, problems, text: outcome }, outcome)
  })
}

const CANCELLED = '@field.importCancelled'

/** An import among its person's jobs, by the farm and what is brought. */
async function heldJob({ db }: CallContext, projectId: string, kind: string): Promise<HeldJob> {
  const project = await db
    .selectFrom('project')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    kind: 'import',
    title: { text: `@field.importOf_${kind}`, params: { name: project.name } },
    ...{ total: 0, lost: { text: '@field.importLost' } },
  }
}

/** What an import says, in sentences: what it does, and how many rows cannot be taken so far. */
function toldOf(job: JobTold, written: Accompanied | undefined): Told {
  return {
    report({ phase, done, total, refused }) {
      if (written?.signal.aborted) throw new ApiError(CODE.badRequest, CANCELLED)
      const params = { done, total, refused }
      const sentences = [{ text: `@field.importPhase_${phase}`, params }]
      if (refused > 0) sentences.push({ text: '@field.importRefusedSoFar', params })
      job.report({ sentences, done, total })
      written?.tell({ sentences, done, total })
    },
  }
}

/** In one sentence what an import came to. */
function outcomeOf({ isDone, created, updated, problems, problemCount }: Outcome): Sentence {
  const params = { created, updated, count: problemCount, shown: problems.length }
  if (problemCount > problems.length) return { text: '@field.importRefusedMany', params }
  if (problemCount > 0) return { text: '@field.importRefusedAll', params }
  return { text: isDone ? '@field.importDone' : '@field.importWould', params }
}

/** Who imports things has the right to add each kind of them by hand. */
async function demandRights(context: CallContext, services: Services, items: readonly Item[]): Promise<void> {
  for (const name of new Set(items.map(({ entity }) => entity)))
    await demand(context, `${ENTITIES[name].right}:btn_add`, services)
}

/** A member as the template's headings call it. */
function titleOf({ text }: CallContext, field: string): string {
  const title = Object.values(COLUMNS).find((titles) => Object.hasOwn(titles, field))?.[field]
  return title === undefined ? field : text(title)
}
