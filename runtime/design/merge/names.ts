import { applyCommand, CommandError } from '../command'
import type { Standing } from '../diff/match'
import { pair, standings } from '../diff/match'
import type { ModelTree } from '../document'
import { withCopies } from '../list/copies'
import type { Widgets } from '../references'
import { cannotCall, renaming } from '../subjects/rename'

/** The designs that are merged, as trees. */
export interface Trees {
  readonly base: ModelTree
  readonly ours: ModelTree
  readonly theirs: ModelTree
}

/**
 * The designs with each field called alike that one of them alone calls otherwise: what names it follows, so that the rules
 * and lists of the one side mean the same field in the other.
 */
export function calledAlike(trees: Trees, widgets: Widgets): Trees {
  const next = { ...trees }
  for (const [side, other] of [
    ['ours', 'theirs'],
    ['theirs', 'ours'],
  ] as const) {
    const there = pairsOf(next.base, next[other], widgets)
    for (const [index, [old, now]] of pairsOf(next.base, next[side], widgets).entries()) {
      const elsewhere = there[index]?.[1]
      if (!now || now.name === old.name || now.name === '' || old.name === '') continue
      if (elsewhere && elsewhere.name !== old.name) continue
      next.base = renamed(next.base, old, now.name, widgets)
      if (elsewhere) next[other] = renamed(next[other], elsewhere, now.name, widgets)
    }
  }
  return next
}

/** Each node of the one tree, with what it is in the other. */
export function pairsOf(
  before: ModelTree,
  after: ModelTree,
  { catalogue }: Widgets,
): readonly (readonly [Standing, Standing | undefined])[] {
  const [old, now] = [standings(before.formData, catalogue), standings(after.formData, catalogue)]
  pair(old, now, { before: before.formData, after: after.formData })
  return old.map((one) => [one, one.other])
}

/** The places of nodes stay while they are called otherwise. */
function renamed(tree: ModelTree, { at }: Standing, name: string, widgets: Widgets): ModelTree {
  const what = { part: 'formData', path: at.slice(1) } as const
  if (cannotCall(tree, what, name)) return tree
  try {
    const command = withCopies(tree, renaming(tree, what, name, widgets), widgets.catalogue)
    return applyCommand(tree, command)?.tree ?? tree
  } catch (error) {
    if (error instanceof CommandError) return tree
    throw error
  }
}
