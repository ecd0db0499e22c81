import { Button, Drawer } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Drawer/style/css.js'
import type { NodeDocument } from '@runtime/page'
import { type CSSProperties, useEffect, useState } from 'react'
import { subscribe } from 'valtio/vanilla'
import { PHONE, useMedia } from '../../dialog'
import { Icon } from '../../icon'
import { usePlace } from '../context'
import { Node, type NodeProps } from '../node'

/** On a phone the narrow part waits in a drawer and closes when something has been chosen in it. */
export function SplitNode({ node }: NodeProps) {
  const { screen } = usePlace()
  const narrow = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  const aside = node['aside'] as NodeDocument
  const main = node['main'] as NodeDocument
  const width = (node['asideWidth'] as number | undefined) ?? 240
  useEffect(() => subscribe(screen.state, () => setOpen(false)), [screen])
  return (
    <div className="loam-node-split" style={{ '--loam-aside': `${width}px` } as CSSProperties}>
      {narrow ? (
        <>
          <Button
            className="loam-node-split-open"
            long
            icon={<Icon name="Menu" />}
            onClick={() => setOpen(true)}
          >
            {titleOf(aside, screen.host.text)}
          </Button>
          <Drawer
            visible={open}
            placement="left"
            width="86%"
            title={titleOf(aside, screen.host.text)}
            footer={null}
            // Mounted from the start: the tree chooses its first record whether or not it is looked at.
            mountOnEnter={false}
            unmountOnExit={false}
            className="loam-split-drawer"
            onCancel={() => setOpen(false)}
          >
            <Node node={aside} />
          </Drawer>
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

function titleOf(aside: NodeDocument, text: (text: never) => string): string {
  return text((aside['title'] ?? '@page.choose') as never)
}
