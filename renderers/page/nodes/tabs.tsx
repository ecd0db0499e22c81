import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import type { NodeDocument } from '@runtime/page'
import { useRef } from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { usePlace } from '../context'
import { Node, type NodeProps } from '../node'

interface Pane {
  readonly title: unknown
  readonly body: NodeDocument
  readonly visible?: unknown
}

export function TabsNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  const panes = (node['items'] as readonly Pane[]).map((pane, index) => ({ ...pane, key: String(index) }))
  const shown = panes.filter(({ visible }) => visible === undefined || screen.holds(visible, scope))
  return (
    <div ref={place} className="loam-node-tabs-place">
      <Tabs lazyload className="loam-node-tabs">
        {shown.map(({ key, title, body }) => (
          <Tabs.TabPane key={key} title={screen.say(title, scope)}>
            <Node node={body} />
          </Tabs.TabPane>
        ))}
      </Tabs>
    </div>
  )
}
