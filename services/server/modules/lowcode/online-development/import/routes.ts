import { onlineDevelopmentCalls as calls } from '@services/contract/areas/lowcode/online-development'
import { type ModuleServer, Reply, type UploadedFile } from '../../../../module'
import { keepImport } from '../../../platform/transfer/file'
import {
  judgedRows,
  previewImport,
  runImport,
  saveExceptions,
  saveTemplate,
} from '../../../platform/transfer/import'
import { demandFlow, modelTarget } from './target'

const IMPORT = { model: 'modelId', act: 'import' } as const

/** Import of a model's records from spreadsheets (`spec/administration.md §7`, "Batch import and export"). */
export function serveImport({ services, handle }: ModuleServer): void {
  handle(calls['onlineDevelopment.importUpload'], { own: ['file'] }, (context, input) =>
    keepImport(context, services, (input as unknown as { readonly file: UploadedFile }).file),
  )
  handle(calls['onlineDevelopment.importTemplate'], IMPORT, async (context, input) =>
    saveTemplate(context, services, await modelTarget(context, services, input)),
  )
  handle(calls['onlineDevelopment.importPreview'], IMPORT, async (context, input) =>
    previewImport(context, services, await modelTarget(context, services, input), input.fileName),
  )
  handle(calls['onlineDevelopment.importCheck'], IMPORT, async (context, input) => ({
    list: await judgedRows(context, await modelTarget(context, services, input), input.list),
  }))
  handle(calls['onlineDevelopment.importData'], IMPORT, async (context, input) => {
    const target = await modelTarget(context, services, input)
    await demandFlow(context, input.modelId, input.flowId)
    const outcome = await runImport(context, services, target, input)
    await context.audit({
      action: 'record.import',
      target: input.modelId,
      after: { imported: outcome.snum, refused: outcome.fnum },
    })
    return new Reply(outcome, context.text('@transfer.done', { count: outcome.snum }))
  })
  handle(calls['onlineDevelopment.importExceptions'], IMPORT, async (context, input) =>
    saveExceptions(context, services, await modelTarget(context, services, input), input.list),
  )
}
