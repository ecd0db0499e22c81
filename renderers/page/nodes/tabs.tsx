import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { useRef } from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { useNodeContext } from '../context'
import { Node, type NodeProps } from '../node'

export function TabsNode({ node }: NodeProps<'tabs'>) {
  const { screen, scope } = useNodeContext()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  const panes = node.items.map((pane, index) => ({ ...pane, key: String(index) }))
  const shown = panes.filter(({ visible }) => visible?.holds(scope) ?? true)
  return (
    <div ref={place} className="loam-node-tabs-place">
      <Tabs lazyload className="loam-node-tabs">
        {shown.map(({ key, title, body }) => (
          <Tabs.TabPane key={key} title={screen.text(title, scope)}>
            <Node node={body} />
          </Tabs.TabPane>
        ))}
      </Tabs>
    </div>
  )
}
