import type { onlineDevelopmentCalls } from '@services/contract/areas/lowcode/online-development'
import type { ResponseOf } from '@services/contract/call'
import { mapAtOnce } from '../../../at-once'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { countListed } from './list'

type Answer = ResponseOf<(typeof onlineDevelopmentCalls)['dashboard.models']>
type Entry = Awaited<ReturnType<Services['menu']['treeFor']>>[number]

/** Type of a menu entry that is a model's (`spec/shell-and-monitoring.md §2.2`). */
const MODEL = 3
/** Models counted at once: a person with fifty of them does not hold fifty connections. */
const AT_ONCE = 4

/**
 * The models in the caller's menu, in its order, with how many records each list has for them; one that they may not count, or
 * that has no list, is left out.
 */
export async function ownModels(context: CallContext, services: Services): Promise<Answer> {
  const entries = await modelsOfMenu(context, services)
  const list = await mapAtOnce(entries, AT_ONCE, async ({ id, enCode, fullName, modelId }) => {
    const counted = await countOrNull(context, services, modelId)
    return counted && { id, enCode, fullName, ...counted }
  })
  return { list: list.filter((model) => model !== null) }
}

/** A model in a person's menu. */
export interface MenuModel {
  /** Of the menu entry. */
  readonly id: string
  readonly enCode: string
  readonly fullName: string
  readonly modelId: string
}

/** The models in the caller's menu, in its order. */
export async function modelsOfMenu(context: CallContext, services: Services): Promise<readonly MenuModel[]> {
  const tree = await services.menu.treeFor(context.user, context.language)
  return modelsIn(tree).map(({ id, enCode, fullName, propertyJson }) => ({
    ...{ id, enCode, fullName },
    modelId: moduleIdOf(propertyJson),
  }))
}

function modelsIn(tree: readonly Entry[]): readonly Entry[] {
  return tree.flatMap((entry) => [
    ...(entry.type === MODEL ? [entry] : []),
    ...modelsIn(entry.children ?? []),
  ])
}

/** Null where it cannot be counted: the model has no list, is gone, or its menu entry alone may be seen. */
async function countOrNull(context: CallContext, services: Services, modelId: string) {
  try {
    return await countListed(context, services, modelId)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function moduleIdOf(propertyJson: string): string {
  const { moduleId = '' } = JSON.parse(propertyJson || '{}') as { readonly moduleId?: string }
  return moduleId
}
