import { Readable } from 'node:stream'
import { formatDate } from '@runtime/date'
import type { ColumnPlan } from '@runtime/list'
import { EXPORT_AT_ONCE } from '@services/contract/areas/lowcode/online-development'
import { MESSAGE_TYPE } from '@services/contract/areas/platform/message'
import { oneAhead } from '../../../../at-once'
import type { CallContext, Services } from '../../../../module'
import { csvOf } from '../../../../sheets/csv'
import { workbookOf } from '../../../../sheets/workbook'
import { TIME_ZONE } from '../../../../time-zone'
import { fileUrl } from '../../../platform/file/files'
import { HOLDER, sendMessage } from '../../../platform/message/send'
import type { ReleasedModel } from '../../visual-development/released'
import { formatsOf } from './formats'
import { listHeads } from './heads'
import { columnsToExport, countExported, countWhole, type Export, exportedRows } from './rows'

const KIND = 'export'
/** Of what kind its file is. */
const RESULT = 'jobResult'
/** Pieces of a file that wait for the store: what waits is memory. */
const WAITING = { highWaterMark: 1 }
const OPENS = ['record', 'file', 'interface', 'print'] as const

/** Exports of lists: at once where they are short, else as a job that tells its person when the file is there. */
export function provideExport(services: Services) {
  services.jobTable.kind<Export>(KIND, {
    opens: OPENS,
    async run({ input, context, report, signal }) {
      const first = await context()
      const model = await services.models.current(input.modelId)
      const total = await countWhole(first, services, model, input)
      const columns = await columnsToExport(first, services, model, input)
      const file = await writeFile(first, services, model, input, columns, {
        kind: RESULT,
        contextNow: async () => {
          signal.throwIfAborted()
          return context()
        },
        told: (done) =>
          report({ sentences: [{ text: '@record.exporting', params: { done, total } }], done, total }),
      })
      return { file }
    },
    async undo({ file }) {
      if (file) await services.files.remove([file.id])
    },
    async ended({ state, result }, context) {
      const { file } = result ?? {}
      const title = context.text(state === 'done' ? '@record.exported' : '@record.notExported', {
        name: file?.name ?? '',
      })
      const files = file
        ? [
            {
              name: file.name,
              fileId: file.id,
              url: fileUrl(RESULT, file.id),
              fileSize: file.size,
            },
          ]
        : []
      await sendMessage(
        services,
        context.text('@message.system'),
        { type: MESSAGE_TYPE.system, title, files },
        [context.user.userId],
        async (tx, messageId) =>
          services.files.refer(
            tx,
            HOLDER,
            { scope: '', holderId: messageId },
            files.map(({ fileId }) => ({ file: fileId, field: 'files' })),
          ),
      )
    },
  })

  return async (context: CallContext, input: Export) => {
    const model = await services.models.current(input.modelId)
    // What cannot be exported is refused now, and not by a job.
    const columns = await columnsToExport(context, services, model, input)
    if ((await countExported(context, services, model, input)) > EXPORT_AT_ONCE) {
      const jobId = await services.jobTable.start(context, KIND, input, {
        ...{ text: '@job.exportOf', params: { name: await titleOf(context, model) } },
      })
      return { url: '', name: '', jobId }
    }
    const { id, name } = await writeFile(context, services, model, input, columns, {
      kind: 'export',
      contextNow: async () => context,
      told: async () => undefined,
    })
    return { url: await services.files.address(id), name }
  }
}

interface Writing {
  readonly kind: string
  readonly contextNow: () => Promise<CallContext>
  readonly told: (done: number) => Promise<void>
}

/** Writes the file while its rows are read: neither stands whole in memory. */
async function writeFile(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  input: Export,
  columns: readonly ColumnPlan[],
  { kind, contextNow, told }: Writing,
) {
  const { format = 'xlsx' } = input
  const title = await titleOf(context, model)
  const name = `${title}_${formatDate(Date.now(), 'yyyyMMddHHmmss', TIME_ZONE)}.${format}`
  const rows = (async function* () {
    let done = 0
    for await (const batch of oneAhead(exportedRows(contextNow, services, model, input, columns))) {
      done += batch.length
      for (const lines of batch) yield* lines
      await told(done)
    }
  })()
  const heads = new Map(listHeads(context, model).map((head) => [head.column.path, head]))
  const sheet = columns.map((column) => ({
    title: heads.get(column.path)?.title ?? context.text(column.label),
    above: heads.get(column.path)?.above,
    inTable: column.field?.table !== undefined,
    ...(column.field && formatsOf(column.field)),
  }))
  const flat = sheet.map(({ title, above, inTable }) => (inTable ? `${above}-${title}` : title))
  const body = format === 'csv' ? Readable.from(csvOf(flat, rows), WAITING) : workbookOf(title, sheet, rows)
  const { id, size } = await services.files.keep(context, { name, body }, kind)
  await context.audit({
    action: 'record.export',
    target: model.id,
    after: { name, columns: columns.map(({ path }) => path), dataType: input.dataType },
  })
  return { id, name, size }
}

async function titleOf({ db, text }: CallContext, { id, enCode }: ReleasedModel): Promise<string> {
  const row = await db.selectFrom('model').select('full_name').where('id', '=', id).executeTakeFirst()
  return row ? text(row.full_name) : enCode
}
