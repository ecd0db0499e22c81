import type { Named, PeopleKind } from '@runtime/widget/named'
import type { CallContext, Services } from '../../../module'
import { deletedNames } from './deleted-names'
import { peopleNamed } from './finding'
import { mixedNodes, nodesOfType, splitMixed } from './mixed'
import type { PeopleNode } from './nodes'
import { membershipsOf } from './users/memberships'

/** Says what the ids of people and their places stand for; disabled and deleted ones keep their names. */
export function provideNames(services: Services): void {
  services.names.provide(
    'people',
    async ({ of, memberships }, ids, context) => {
      const [nodes, memberOf] = await Promise.all([
        nodesOfKind(context, of, ids),
        memberships ? membershipsOf(context.db, personsAmong(of, ids)) : NOBODY,
      ])
      const there = new Set(nodes.map(({ id }) => id))
      const missing = ids.filter((id) => !there.has(id))
      return [
        ...nodes.map((node) => namedOf(node, memberOf.get(personOf(node.id)))),
        ...(await deletedNames(context, of, missing)),
      ]
    },
    peopleNamed,
  )
}

async function nodesOfKind(
  context: CallContext,
  kind: PeopleKind,
  ids: readonly string[],
): Promise<readonly PeopleNode[]> {
  switch (kind) {
    case 'mixed':
      return mixedNodes(context, ids)
    case 'organize':
    case 'department':
    case 'position':
    case 'role':
    case 'group':
    case 'user':
      return nodesOfType(context, kind, ids)
    default:
      // The wire lets any word through; what is no kind has no names.
      return []
  }
}

const NOBODY: ReadonlyMap<string, readonly string[]> = new Map()

function personsAmong(of: PeopleKind, ids: readonly string[]): readonly string[] {
  return of === 'user' ? ids : ids.flatMap((id) => (splitMixed(id)?.type === 'user' ? [personOf(id)] : []))
}

/** The person of a mixed id, or of a bare one. */
function personOf(id: string): string {
  return splitMixed(id)?.id ?? id
}

function namedOf(node: PeopleNode, memberOf: readonly string[] | undefined): Named {
  const { id, fullName, type, enCode, icon, headIcon, organize, organizeIds, enabledMark } = node
  return {
    id,
    text: fullName,
    data: {
      type,
      icon,
      organize,
      organizeIds,
      enabledMark,
      ...(type === 'user' ? { account: enCode, headIcon } : { enCode }),
      ...(memberOf && { memberOf }),
    },
  }
}
