import { hostScope, type Scope } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { Permissions } from '@runtime/permission/permission'
import { snapshot } from 'valtio/vanilla'
import type { PageSources } from './sources'

export interface PageScopeParts {
  readonly state: object
  readonly sources: PageSources
  readonly host: Host
  readonly route: () => Readonly<Record<string, unknown>>
  readonly permissions: Permissions
}

/** The names that every expression of a page sees (`design/language.md`, "Scope"). */
export function pageScope({ state, sources, host, route, permissions }: PageScopeParts): Scope {
  const can = new Proxy(
    {},
    {
      get: (_, code) => typeof code === 'string' && permissions.button(code),
      has: () => true,
      getOwnPropertyDescriptor: (_, code) => ({
        configurable: true,
        enumerable: true,
        value: typeof code === 'string' && permissions.button(code),
      }),
    },
  )
  const names: Readonly<Record<string, () => unknown>> = {
    page: () => snapshot(state),
    data: () => sources.values,
    route,
    can: () => can,
    system: () => ({ language: host.language, dark: host.theme?.dark ?? false }),
    project: () => ({ id: host.project?.id ?? '' }),
    menu: () => ({ recent: host.menu?.recent ?? [], favourites: host.menu?.favourites ?? [] }),
  }
  const surroundings = hostScope(host)
  return { get: (name) => (Object.hasOwn(names, name) ? names[name]?.() : surroundings.get(name)) }
}
