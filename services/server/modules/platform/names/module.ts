import type { Named, NameSource } from '@runtime/widget/named'
import { namesCalls as calls } from '@services/contract/areas/platform/names'
import { mapAtOnce } from '../../../at-once'
import type { CallContext, ServerModule } from '../../../module'

/** Sources of one call that are asked at once. */
const AT_ONCE = 2

type Kind = NameSource['kind']

/**
 * Answers the names of ids; those that do not exist, or that the caller may not see, are left out. What has been deleted is
 * among them as `gone`, with the name it had.
 */
export type NameResolver<K extends Kind = Kind> = (
  source: Extract<NameSource, { kind: K }>,
  ids: readonly string[],
  context: CallContext,
) => Promise<readonly Named[]>

/**
 * Answers what people may mean by texts: for each the values that a single choice of it is kept as. A name that several have has
 * several, a code or a path of names (`上级/下级`) one; what the caller may not choose is not among them.
 */
export type NameFinder<K extends Kind = Kind> = (
  source: Extract<NameSource, { kind: K }>,
  texts: readonly string[],
  context: CallContext,
) => Promise<ReadonlyMap<string, readonly unknown[]>>

declare module '../../../module' {
  interface Services {
    names: {
      /** A module says how the ids of its kind are resolved; one module a kind. */
      provide<K extends Kind>(kind: K, resolver: NameResolver<K>, finder?: NameFinder<K>): void
      /** Of those that are there. */
      resolve(source: NameSource, ids: readonly string[], context: CallContext): Promise<readonly Named[]>
      /** For showing what is kept: those that have been deleted too. */
      resolveWithGone(
        source: NameSource,
        ids: readonly string[],
        context: CallContext,
      ): Promise<readonly Named[]>
      /** The other way round, for imports; nothing is found of a kind that nobody finds by name. */
      find(
        source: NameSource,
        texts: readonly string[],
        context: CallContext,
      ): Promise<ReadonlyMap<string, readonly unknown[]>>
    }
  }
}

/** What ids stand for, whatever they are the ids of: each kind is answered by the module that keeps it. */
export const namesModule: ServerModule = {
  name: 'names',
  register({ services, handle }) {
    const resolvers = new Map<Kind, NameResolver>()
    const finders = new Map<Kind, NameFinder>()
    const resolveWithGone = async (source: NameSource, ids: readonly string[], context: CallContext) => {
      const known = [...new Set(ids)].filter((id) => id !== '')
      return known.length === 0 ? [] : ((await resolvers.get(source.kind)?.(source, known, context)) ?? [])
    }
    services.names = {
      provide(kind, resolver, finder) {
        if (resolvers.has(kind)) throw new Error(`Two modules resolve the names of "${kind}"`)
        resolvers.set(kind, resolver as unknown as NameResolver)
        if (finder) finders.set(kind, finder as unknown as NameFinder)
      },
      resolve: async (source, ids, context) =>
        (await resolveWithGone(source, ids, context)).filter(({ gone }) => !gone),
      resolveWithGone,
      find: async (source, texts, context) => {
        const sought = [...new Set(texts)].filter((text) => text !== '')
        const find = sought.length === 0 ? undefined : finders.get(source.kind)
        return (await find?.(source, sought, context)) ?? new Map()
      },
    }
    handle(
      calls['names.resolve'],
      {
        visible: ['record', 'interface'],
        why: 'Each source by the right to what it names; others have no names',
      },
      (context, { requests }) =>
        mapAtOnce(requests, AT_ONCE, async ({ source, ids }) => [
          ...(await resolveWithGone(source as NameSource, ids, context)),
        ]),
    )
  },
}
