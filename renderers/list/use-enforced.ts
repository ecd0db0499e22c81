import { propOfPath } from '@runtime/list/fields'
import { listedColumns } from '@runtime/list/listed'
import type { ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useMemo } from 'react'
import { usePageServices } from '../page/services'

/**
 * The person's rights to a model's records, as far as the model switches their kinds on; a form alone has none. A list whose columns
 * are not switched on shows no field that is closed in the form: the server leaves out its values.
 */
export function useEnforced(list: ListPlan | null, menuId: string): Permissions {
  const services = usePageServices()
  return useMemo(() => {
    const all = services.permissions(menuId)
    const on = list?.permissions
    const form = (path: string) => !on?.form || all.form(path)
    const fill = (path: string) => !on?.form || all.fill(path)
    const columns = list ? listedColumns(list) : []
    const listed = new Set(columns.map(({ path }) => path))
    const fields = new Map(columns.flatMap(({ path, field }) => (field ? [[path, field] as const] : [])))
    const inForm = (path: string) => {
      const field = fields.get(path) ?? list?.form?.fields.get(path)
      return !field || (form(propOfPath(path)) && (field.table === undefined || form(field.table)))
    }
    return {
      button: (code) => !on?.buttons || all.button(code),
      // What is searched by and is no column is as its field in the form is.
      column: (path) => (on?.columns && listed.has(path) ? all.column(propOfPath(path)) : inForm(path)),
      ...{ form, fill },
    }
  }, [services, menuId, list])
}
