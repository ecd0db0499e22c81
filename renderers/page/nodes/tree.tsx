import { useMemo, useRef } from 'react'
import { repairTree, useAriaRepair } from '../../aria-repair'
import { ButtonMenu } from '../../button'
import { Icon } from '../../icon'
import { SkeletonRows } from '../../list/notices'
import { onceDue } from '../../list/once-due'
import { useNodeContext, useSource } from '../context'
import type { NodeProps } from '../node'
import type { TreeMembers, TreeRecord } from '../tree-data'
import { useLazyTree } from '../use-lazy-tree'
import { type TreePlan, useTreeChoice } from '../use-tree-choice'

const DrawnTree = onceDue(async () => (await import('./drawn-tree')).DrawnTree)

/** Its record is chosen as soon as there are any, so that what waits for that does not wait for the tree to be drawn. */
export function TreeNode({ node }: NodeProps<'tree'>) {
  const { screen } = useNodeContext()
  const { state, data } = useSource(screen, node.source)
  const members = useMembers(node)
  const roots = useMemo(() => (Array.isArray(data) ? (data as readonly TreeRecord[]) : []), [data])
  const tree = useLazyTree(node, roots, members)
  const choice = useTreeChoice(node, tree.records, members)
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTree)
  return (
    <div ref={place} className="loam-node-tree">
      <TreeHead node={node} />
      <DrawnTree
        isDue={state !== 'loading'}
        stand={<SkeletonRows />}
        props={{ node, members, tree, choice }}
      />
    </div>
  )
}

function useMembers({ key, label }: TreePlan): TreeMembers {
  return useMemo(() => ({ key, label }), [key, label])
}

/** The title of a tree and its menu. */
function TreeHead({ node: { source, menu, title } }: { readonly node: TreePlan }) {
  const { screen, scope, runner } = useNodeContext()
  const shown = menu
    .map((button, index) => ({ key: String(index), button }))
    .filter(({ button }) => screen.permits(button.code) && (button.visible?.holds(scope) ?? true))
  if (!title && shown.length === 0) return null
  return (
    <header className="loam-node-tree-head">
      <h2>{title && screen.text(title, scope)}</h2>
      {shown.length > 0 && (
        <ButtonMenu
          buttons={shown}
          scope={scope}
          onPress={(button) =>
            void runner.run(button.do, {}, { source: `${source}:menu:${menu.indexOf(button)}` })
          }
          opener={(opening) => (
            <button
              type="button"
              className="loam-icon-button"
              aria-label={screen.host.text('@page.more')}
              {...opening}
            >
              <Icon name="More" />
            </button>
          )}
        />
      )}
    </header>
  )
}
