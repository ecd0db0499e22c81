import { dataSchemeCalls as calls } from '@services/contract/areas/lowcode/data-scheme'
import { type CallContext, Reply, type ServerModule } from '../../../module'
import { told } from '../../platform/permission/told'
import {
  createScheme,
  deleteScheme,
  fieldsAt,
  readScheme,
  schemeEstimate,
  schemesAt,
  updateScheme,
} from './schemes'

const VIEW = 'system.menu'

const ESTIMATE = {
  touches: ['record'],
  why: 'Its estimate counts the records of the model, for who reaches all of them',
} as const

interface SavedScheme {
  readonly id: string
  readonly modelId: string
}

/** Data schemes of menu entries, as those keep them who manage menus; the table is the permissions' own. */
export const dataSchemeModule: ServerModule = {
  name: 'data-scheme',
  register({ services, handle, log }) {
    /** A scheme is saved, and read, whatever becomes of its estimate. */
    const estimated = (context: CallContext, id: string) =>
      schemeEstimate(context, services, id).catch((error: unknown) => {
        log.warn(`what the data scheme ${id} gives could not be estimated: ${String(error)}`)
        return null
      })
    const saved = async <T>(context: CallContext, { id, modelId }: SavedScheme, data: T, message: string) => {
      const { msg: done } = await told(context, services, null, message)
      const estimate = await estimated(context, id)
      // What it tests gets an index.
      services.records.prepare(modelId)
      return new Reply({ ...data, estimate }, [done, estimate?.text].filter(Boolean).join(' · '))
    }
    handle(calls['moduleDataAuthorize.fields'], VIEW, async (context, { moduleId }) => ({
      list: await fieldsAt(context, services, moduleId),
    }))
    handle(calls['moduleDataScheme.list'], VIEW, async (context, { moduleId, keyword }) => ({
      list: await schemesAt(context, services, moduleId, keyword),
    }))
    handle(calls['moduleDataScheme.read'], { code: VIEW, ...ESTIMATE }, async (context, { id }) => ({
      ...(await readScheme(context, id)),
      estimate: await estimated(context, id),
    }))
    handle(
      calls['moduleDataScheme.create'],
      { code: `${VIEW}:btn_add`, ...ESTIMATE },
      async (context, input) => {
        const made = await createScheme(context, services, input)
        return saved(context, made, { id: made.id }, '@people.created')
      },
    )
    handle(
      calls['moduleDataScheme.update'],
      { code: `${VIEW}:btn_edit`, ...ESTIMATE },
      async (context, input) =>
        saved(context, await updateScheme(context, services, input), {}, '@people.updated'),
    )
    handle(calls['moduleDataScheme.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
      await deleteScheme(context, id)
      return told(context, services, null, '@people.deleted')
    })
  },
}
