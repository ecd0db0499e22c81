import { fieldAdminCalls as calls } from '@services/contract/areas/field-admin'
import { demand } from '../../../http/context'
import {
  type CallContext,
  FileReply,
  type ModuleServer,
  Reply,
  type Services,
  type UploadedFile,
} from '../../../module'
import { forEveryone } from '../../../right'
import { ENTITIES } from '../admin/entities'
import { COLUMNS, linesOf, WORDS } from './columns'
import { featuresOf } from './geojson'
import { watchImports } from './progress'
import { type Item, type Outcome, runImport } from './run'
import { readSheet, writeTemplate } from './sheet'

const OWN_IMPORTS = forEveryone('It sees and ends one’s own imports alone')

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ENTITY = { device: 'fieldDevice', pipe: 'fieldPipe', node: 'fieldNode' } as const
const LANGUAGES = ['zh', 'zhtw', 'en'] as const

/** Import of devices, pipes and nodes from spreadsheets, and of all of the plan from GeoJSON. */
export function serveTransfer(server: ModuleServer): void {
  const { services, locales, handle } = server
  const imports = watchImports(server)
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
  ): Promise<readonly Item[]> => {
    if (kind === 'geojson') return featuresOf(file.bytes, gatewayId)
    const lines = linesOf(await readSheet(services.workers, file.bytes), titlesOf(kind), words)
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
    const told = imports.begin(context.user.userId, progressId)
    try {
      told.say({ phase: 'read', done: 0, total: 0, refused: 0 })
      const items = await itemsOf(file, kind, gatewayId)
      await demandRights(context, services, items)
      const report = await runImport(context, projectId, items, isTrial === 1, told)
      if (report.isDone) fieldLive.reset(projectId)
      const problems = report.problems.map((problem) => ({
        ...problem,
        title: titleOf(context, problem.field),
      }))
      const outcome = outcomeOf(context, report)
      return new Reply({ ...report, problems, text: outcome }, outcome)
    } finally {
      told.end()
    }
  })
  // One sees and ends one's own imports alone.
  handle(calls['fieldImport.progress'], OWN_IMPORTS, ({ user, text }, { id }) => {
    const standing = imports.of(user.userId, id)
    if (!standing) return null
    const { phase, done, total, refused } = standing
    const params = { done, total, refused }
    const words = [text(`@field.importPhase_${phase}`, params)]
    if (refused > 0) words.push(text('@field.importRefusedSoFar', params))
    return { text: words.join(text('@server.comma')), done, total }
  })
  handle(calls['fieldImport.cancel'], OWN_IMPORTS, ({ user }, { id }) => imports.cancel(user.userId, id))
}

/** In one sentence what an import came to. */
function outcomeOf(
  { text }: CallContext,
  { isDone, created, updated, problems, problemCount }: Outcome,
): string {
  const params = { created, updated, count: problemCount, shown: problems.length }
  if (problemCount > problems.length) return text('@field.importRefusedMany', params)
  if (problemCount > 0) return text('@field.importRefusedAll', params)
  return text(isDone ? '@field.importDone' : '@field.importWould', params)
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
