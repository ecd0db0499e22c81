import { dataSchemeCalls as calls } from '@services/contract/areas/lowcode/data-scheme'
import type { ServerModule } from '../../../module'
import { told } from '../../platform/permission/told'
import { createScheme, deleteScheme, fieldsAt, readScheme, schemesAt, updateScheme } from './schemes'

const VIEW = 'system.menu'

/** Data schemes of menu entries, as those keep them who manage menus; the table is the permissions' own. */
export const dataSchemeModule: ServerModule = {
  name: 'data-scheme',
  register({ services, handle }) {
    handle(calls['moduleDataAuthorize.fields'], VIEW, async (context, { moduleId }) => ({
      list: await fieldsAt(context, services, moduleId),
    }))
    handle(calls['moduleDataScheme.list'], VIEW, async (context, { moduleId, keyword }) => ({
      list: await schemesAt(context, services, moduleId, keyword),
    }))
    handle(calls['moduleDataScheme.read'], VIEW, (context, { id }) => readScheme(context, id))
    handle(calls['moduleDataScheme.create'], `${VIEW}:btn_add`, async (context, input) => {
      const { id, modelId } = await createScheme(context, services, input)
      // What it tests gets an index.
      services.records.prepare(modelId)
      return told(context, services, { id }, '@people.created')
    })
    handle(calls['moduleDataScheme.update'], `${VIEW}:btn_edit`, async (context, input) => {
      const { modelId } = await updateScheme(context, services, input)
      services.records.prepare(modelId)
      return told(context, services, null, '@people.updated')
    })
    handle(calls['moduleDataScheme.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
      await deleteScheme(context, id)
      return told(context, services, null, '@people.deleted')
    })
  },
}
