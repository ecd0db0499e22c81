import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Computed } from '@runtime/expression'
import type { NodePlan } from '@runtime/page'
import type { Text } from '@runtime/text'
import { useMedia } from '@widgets/shared/dialog/use-media'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type CSSProperties, useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { Icon } from '../../icon'
import { useNodeContext } from '../context'
import { Node, type NodeProps } from '../node'

const Popup = lazy(async () => (await import('../../dialog/popup')).Popup)

/** Below this both parts do not stand side by side, also where a page is shown at twice its size. */
const NARROW = '(width < 992px)'

/** Where there is no room for both the narrow part waits in a drawer and closes when something has been chosen in it. */
export function SplitNode({ node: { aside, main, asideWidth } }: NodeProps<'split'>) {
  const { screen, scope } = useNodeContext()
  const narrow = useMedia(NARROW)
  const [open, setOpen] = useState(false)
  const given = titleOf(aside)
  const title = given ? screen.text(given, scope) : screen.host.text('@page.choose')
  useEffect(() => subscribe(screen.state, () => setOpen(false)), [screen])
  return (
    <div className="loam-node-split" style={{ '--loam-aside': `${asideWidth}px` } as CSSProperties}>
      {narrow ? (
        <>
          <Button
            className="loam-node-split-open"
            long
            icon={<Icon name="Menu" />}
            onClick={() => setOpen(true)}
          >
            {title}
          </Button>
          <LazyFallback shown={null}>
            <Popup
              mode="aside"
              visible={open}
              width="86%"
              title={title}
              // The tree chooses its first record whether or not it is looked at.
              keeps
              closesBeside
              onClose={() => setOpen(false)}
            >
              <Node node={aside} />
            </Popup>
          </LazyFallback>
        </>
      ) : (
        <div className="loam-node-split-aside">
          <Node node={aside} />
        </div>
      )}
      <div className="loam-node-split-main">
        <Node node={main} />
      </div>
    </div>
  )
}

/** The drawer is called what the part inside is called, if it has a title. */
function titleOf(aside: NodePlan): Computed<Text> | undefined {
  return 'title' in aside ? (aside.title as Computed<Text>) : undefined
}
