import type { ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { useMemo } from 'react'
import { usePageServices } from '../page/services'

/** The person's rights to a model's records, as far as the model switches their kinds on; a form alone has none. */
export function useEnforced(list: ListPlan | null, menuId: string): Permissions {
  const services = usePageServices()
  return useMemo(() => {
    const all = services.permissions(menuId)
    const on = list?.permissions
    return {
      button: (code) => !on?.buttons || all.button(code),
      column: (path) => !on?.columns || all.column(path.replace('.', '-')),
      form: (path) => !on?.form || all.form(path),
    }
  }, [services, menuId, list])
}
