import { usersTransferCalls as calls } from '@services/contract/areas/platform/users-transfer'
import { type ModuleServer, Reply, type UploadedFile } from '../../../../../module'
import { IN_SIGHT } from '../../../../../unit-right'
import { keepImport } from '../../../transfer/file'
import { judgedRows, previewImport, runImport, saveExceptions, saveTemplate } from '../../../transfer/import'
import { exportPersons } from './export'
import { peopleTarget } from './target'

const WHY = 'Its files are the caller’s own, made or sent for this'
/** A sheet names people, row by row. */
const ROW_BY_ROW = { narrowed: 'Each row is judged by its units as it is imported' } as const
const EXPORT = { code: 'permission.user:btn_download', touches: ['file'], why: WHY, units: IN_SIGHT } as const
const IMPORT = { code: 'permission.user:btn_upload', touches: ['file'], why: WHY, units: ROW_BY_ROW } as const

/** People as spreadsheets (`spec/administration.md §7`, "Users"). */
export function registerTransfer({ services, handle }: ModuleServer): void {
  handle(calls['users.exportExcel'], EXPORT, (context, query) => exportPersons(context, services, query))
  handle(calls['users.importUpload'], IMPORT, (context, input) =>
    keepImport(context, services, (input as unknown as { readonly file: UploadedFile }).file),
  )
  handle(calls['users.importTemplate'], IMPORT, async (context) =>
    saveTemplate(context, services, await peopleTarget(context, services)),
  )
  handle(calls['users.importPreview'], IMPORT, async (context, { fileName }) =>
    previewImport(context, services, await peopleTarget(context, services), fileName),
  )
  handle(calls['users.importCheck'], IMPORT, async (context, { list }) => ({
    list: await judgedRows(context, await peopleTarget(context, services), list),
  }))
  handle(calls['users.importData'], IMPORT, async (context, input) => {
    const outcome = await runImport(context, services, await peopleTarget(context, services), input)
    const { snum, fnum } = outcome
    await context.audit({ action: 'users.import', target: 'users', after: { imported: snum, refused: fnum } })
    return new Reply(outcome, context.text('@transfer.done', { count: snum }))
  })
  handle(calls['users.importExceptions'], IMPORT, async (context, { list }) =>
    saveExceptions(context, services, await peopleTarget(context, services), list),
  )
}
