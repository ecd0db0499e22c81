import type { Named, NameSource } from '@runtime/widget/named'
import { namesCalls as calls } from '@services/contract/areas/platform/names'
import type { CallContext, ServerModule } from '../../../module'

type Kind = NameSource['kind']

/** Answers the names of ids; those that do not exist, or that the caller may not see, are left out. */
export type NameResolver<K extends Kind = Kind> = (
  source: Extract<NameSource, { kind: K }>,
  ids: readonly string[],
  context: CallContext,
) => Promise<readonly Named[]>

declare module '../../../module' {
  interface Services {
    names: {
      /** A module says how the ids of its kind are resolved; one module a kind. */
      provide<K extends Kind>(kind: K, resolver: NameResolver<K>): void
      resolve(source: NameSource, ids: readonly string[], context: CallContext): Promise<readonly Named[]>
    }
  }
}

/** What ids stand for, whatever they are the ids of: each kind is answered by the module that keeps it. */
export const namesModule: ServerModule = {
  name: 'names',
  register({ services, handle }) {
    const resolvers = new Map<Kind, NameResolver>()
    const resolve = async (source: NameSource, ids: readonly string[], context: CallContext) => {
      const known = [...new Set(ids)].filter((id) => id !== '')
      return known.length === 0 ? [] : ((await resolvers.get(source.kind)?.(source, known, context)) ?? [])
    }
    services.names = {
      provide(kind, resolver) {
        if (resolvers.has(kind)) throw new Error(`Two modules resolve the names of "${kind}"`)
        resolvers.set(kind, resolver as unknown as NameResolver)
      },
      resolve,
    }
    handle(
      calls['names.resolve'],
      {
        visible: ['record', 'interface'],
        why: 'Each source by the right to what it names; others have no names',
      },
      (context, { requests }) =>
        Promise.all(
          requests.map(({ source, ids }) => resolve(source as NameSource, ids, context)),
        ) as Promise<Named[][]>,
    )
  },
}
