import { type Permissions, permissionsOf } from '@runtime/permission/permission'
import { createContext, useContext } from 'react'

/** What a page needs of the product around it beside the host. */
export interface PageServices {
  /** Rights of the person under a menu entry, by its code; without a code nothing is checked. */
  permissions(module: string | undefined): Permissions
  /** Hears what a page emits: `menu.changed` fetches the menu again, `language.change` takes the one that comes with it. */
  emit(event: string, payload?: unknown): void
}

/** Where nothing is checked. */
export const UNCHECKED_SERVICES: PageServices = {
  permissions: () => permissionsOf(undefined, { buttons: false, columns: false, form: false }, true),
  emit: () => undefined,
}

const ServicesContext = createContext<PageServices>(UNCHECKED_SERVICES)

export const PageServicesProvider = ServicesContext.Provider

export function usePageServices(): PageServices {
  return useContext(ServicesContext)
}
