import { printCalls as calls } from '@services/contract/areas/lowcode/print'
import { type CallContext, Reply, type ServerModule, type UploadedFile } from '../../../module'
import type { MenuRight } from '../../../right'
import { copyTemplate, createTemplate, deleteTemplate, toggleTemplate, updateTemplate } from './keeping'
import { listPrints, logPrint } from './log'
import { placesOf } from './places'
import { batchIds, printables } from './printing'
import { migrations } from './tables'
import { enabledTemplates, listTemplates, printableTemplate, templateById, templatesByIds } from './templates'
import { exportTemplate, importTemplate } from './transfer'

declare module '../../../module' {
  interface Services {
    printTemplates: {
      /** Makes a template under a given id, as an administrator would. */
      create(
        context: CallContext,
        template: Parameters<typeof createTemplate>[2] & { readonly id: string },
      ): Promise<unknown>
      /** Whether there is a template of this id, enabled or not. */
      exists(id: string): Promise<boolean>
    }
  }
}

/** The menu entry of print templates, or one of its buttons. */
const keeping = (button?: string): MenuRight => ({
  code: button ? `system.printDev:${button}` : 'system.printDev',
  touches: ['print'],
  why: 'Who keeps templates keeps those of every model; what they are filled with is judged when they are',
})

/** Print templates, what they are filled with, and the log of what was printed (`spec/administration.md §7`). */
export const printModule: ServerModule = {
  name: 'print',
  migrations,
  register({ db, services, handle }) {
    services.printTemplates = {
      create: (context, { id, ...template }) => createTemplate(context, services, template, id),
      exists: async (id) =>
        (await db.selectFrom('print_template').select('id').where('id', '=', id).executeTakeFirst()) !==
        undefined,
    }
    // A template is filled with records of its model: it is for whoever sees those.
    services.targets.guards.printTemplate = async (context, id, act) => {
      const { modelId } = await printableTemplate(db, id)
      await services.targets.guards.model?.(context, modelId, act)
    }
    const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

    handle(calls['print.list'], keeping(), (_, query) => listTemplates(db, query))
    handle(calls['print.selector'], keeping(), async (context, { type }) => ({
      list: await enabledTemplates(context, type),
    }))
    handle(
      calls['print.options'],
      { visible: ['print'], why: 'Names of templates that lists have buttons for' },
      (_, { ids }) => templatesByIds(db, ids),
    )
    handle(calls['print.info'], keeping(), (_, { id }) => templateById(db, id))
    handle(calls['print.create'], { ...keeping('btn_add'), names: ['modelId'] }, async (context, input) => {
      return new Reply(await createTemplate(context, services, input), context.text('@print.created'))
    })
    handle(
      calls['print.update'],
      { ...keeping('btn_edit'), names: ['modelId'] },
      async (context, { id, ...input }) => {
        await updateTemplate(context, services, id, input)
        return done(context, '@print.updated')
      },
    )
    handle(calls['print.delete'], keeping('btn_remove'), async (context, { id }) => {
      await deleteTemplate(context, id)
      return done(context, '@print.deleted')
    })
    handle(calls['print.state'], keeping('btn_state'), async (context, { id }) => {
      await toggleTemplate(context, id)
      return done(context, '@server.ok')
    })
    handle(calls['print.copy'], keeping('btn_copy'), async (context, { id }) => {
      return new Reply(await copyTemplate(context, services, id), context.text('@print.copied'))
    })
    handle(calls['print.export'], keeping('btn_export'), async (_, { id }) =>
      services.downloads.offer(await exportTemplate(db, id)),
    )
    handle(
      calls['print.import'],
      { ...keeping('btn_import'), names: ['modelId'] },
      async (context, input) => {
        const { file, modelId } = input as typeof input & { readonly file: UploadedFile }
        const made = await importTemplate(context, services, file, modelId ?? undefined)
        return new Reply(made, context.text('@print.imported'))
      },
    )
    handle(calls['print.fields'], { ...keeping(), names: ['modelId'] }, async (context, { modelId }) => ({
      list: await placesOf(context, services, modelId),
    }))
    handle(calls['print.data'], { printTemplate: 'id', act: 'read' }, async (context, asked) => {
      const [printable] = await printables(context, services, asked.id, [asked.formId], asked.nested === 1)
      return printable as NonNullable<typeof printable>
    })
    handle(calls['print.batchData'], { printTemplate: 'id', act: 'read' }, (context, asked) =>
      printables(context, services, asked.id, batchIds(asked.formId), asked.nested === 1),
    )
    handle(calls['print.log'], { own: ['print'] }, async (context, input) => {
      await logPrint(context, input)
      return done(context, '@server.ok')
    })
    handle(calls['print.logs'], keeping('btn_log'), (_, { id, ...page }) => listPrints(db, id, page))
  },
}
