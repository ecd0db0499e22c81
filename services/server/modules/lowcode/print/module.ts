import { printCalls as calls } from '@services/contract/areas/lowcode/print'
import { type CallContext, Reply, type ServerModule, type UploadedFile } from '../../../module'
import type { MenuRight } from '../../../right'
import { batchIds, logPrint, printables, printableTemplate } from './printing'
import { migrations } from './tables'
import {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  enabledTemplates,
  listTemplates,
  templateById,
  templatesByIds,
  updateTemplate,
} from './templates'
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
    handle(calls['print.selector'], keeping(), async (_, { type }) => ({
      list: await enabledTemplates(db, type),
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
    handle(calls['print.copy'], keeping('btn_copy'), async (context, { id }) => {
      return new Reply(await copyTemplate(context, services, id), context.text('@print.copied'))
    })
    handle(calls['print.export'], keeping('btn_export'), async (_, { id }) =>
      services.downloads.offer(await exportTemplate(db, id)),
    )
    handle(calls['print.import'], keeping('btn_add'), async (context, input) => {
      const { file } = input as { readonly file: UploadedFile }
      return new Reply(await importTemplate(context, services, file), context.text('@print.imported'))
    })
    handle(calls['print.fields'], { ...keeping(), names: ['modelId'] }, async (context, { modelId }) => {
      const { form } = await services.models.current(modelId)
      const fields = [...form.fields.values()].filter(({ columns }) => !columns)
      return { list: fields.map(({ path, label }) => ({ id: path, fullName: context.text(label) })) }
    })
    handle(calls['print.data'], { printTemplate: 'id', act: 'read' }, async (context, { id, formId }) => {
      const [printable] = await printables(context, services, id, [formId])
      return printable as NonNullable<typeof printable>
    })
    handle(calls['print.batchData'], { printTemplate: 'id', act: 'read' }, (context, { id, formId }) =>
      printables(context, services, id, batchIds(formId)),
    )
    handle(calls['print.log'], { own: ['print'] }, async (context, input) => {
      await logPrint(context, input)
      return done(context, '@server.ok')
    })
  },
}
