import { Button, Tooltip } from '@arco-design/web-react'
import { IconStar, IconStarFill } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useState } from 'react'
import { useHost } from '../../host'
import type { Views } from './use-views'
import './views.css'
import type { ViewContent } from './view-content'

const ViewsPanel = lazy(async () => (await import('./views-panel')).ViewsPanel)

/** Which view a list is shown by, and the way to the others. */
export function ViewsButton({ views, now }: { readonly views: Views; readonly now: () => ViewContent }) {
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  const phone = useMedia(PHONE)
  const { current, isChanged } = views
  const name = current
    ? `${current.fullName}${isChanged ? ` · ${host.text('@listView.changed')}` : ''}`
    : host.text('@listView.view')
  return (
    <>
      <Tooltip content={host.text('@listView.title')} mini>
        <Button
          type="text"
          className="loam-list-views"
          icon={current ? <IconStarFill /> : <IconStar />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={current ? `${host.text('@listView.view')}：${name}` : host.text('@listView.view')}
          onClick={() => setOpen(true)}
        >
          {phone ? null : <span className="loam-list-views-name">{name}</span>}
        </Button>
      </Tooltip>
      {isOpen && (
        <LazyFallback shown={null}>
          <ViewsPanel views={views} now={now()} onClose={() => setOpen(false)} />
        </LazyFallback>
      )}
    </>
  )
}
