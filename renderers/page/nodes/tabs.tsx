import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { useContext, useEffect, useId, useRef } from 'react'
import { repairTabs, useAriaRepair } from '../../aria-repair'
import { PHONE, useMedia } from '../../dialog'
import { useAddressed } from '../address'
import { useNodeContext } from '../context'
import { PaneContext } from '../main-list'
import { Node, type NodeProps } from '../node'
import './tabs.css'

export function TabsNode({ node: { items, placement, address } }: NodeProps<'tabs'>) {
  const { screen, scope } = useNodeContext()
  const place = useRef<HTMLDivElement>(null)
  useAriaRepair(place, repairTabs)
  const isAtLeft = placement === 'left'
  const isPhone = useMedia(PHONE)
  const [chosen, choose] = useAddressed(address)
  const around = useContext(PaneContext)
  const id = useId()
  const shown = items
    .map((pane, index) => ({ ...pane, key: pane.name ?? String(index) }))
    .filter(({ visible }) => visible?.holds(scope) ?? true)
  const opened = shown.find(({ key }) => key === chosen) ?? shown[0]
  // A row of tabs that is longer than a phone shows the one that is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another pane is opened.
  useEffect(() => {
    if (isAtLeft && isPhone)
      place.current
        ?.querySelector('.arco-tabs-header-title-active')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [opened?.key, isPhone])
  return (
    <div ref={place} className="loam-node-tabs-place">
      <Tabs
        lazyload
        className={`loam-node-tabs${isAtLeft ? ' loam-node-tabs-left' : ''}`}
        tabPosition={isAtLeft && !isPhone ? 'left' : 'top'}
        {...(opened && { activeTab: opened.key })}
        onChange={(key) => {
          screen.mainList.leave()
          choose(key)
        }}
      >
        {shown.map(({ key, title, body }) => (
          <Tabs.TabPane key={key} title={screen.text(title, scope)}>
            <PaneContext
              value={{ key: `${id} ${key}`, isShown: key === opened?.key && (around?.isShown ?? true) }}
            >
              <Node node={body} />
            </PaneContext>
          </Tabs.TabPane>
        ))}
      </Tabs>
    </div>
  )
}
