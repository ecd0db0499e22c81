import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { Icon } from '@renderers/icon'
import { type Destination, isFollowed } from '@runtime/menu/destination'
import { useSearchParams } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { RouteFrame, RouteState } from './frame'
import { followLink, linkAddress } from './links'

/** `/externalLink?href=`: an address of the web inside the product; addresses that are no pages are refused. */
export function ExternalLink() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const href = query.get('href')?.trim() ?? ''
  if (!isFollowed(href))
    return (
      <RouteState
        icon="Link"
        title={translate(href === '' ? '@places.noLink' : '@places.badLink')}
        text={translate(href === '' ? '@places.noLinkText' : '@places.badLinkText')}
      >
        {href !== '' && <code className="loam-route-address">{href}</code>}
      </RouteState>
    )
  return <ExternalFrame target={{ url: href, withToken: false }} title={translate('@places.externalLink')} />
}

/** A page from elsewhere, with its address and the way to a window of its own; it cannot steer the product. */
export function ExternalFrame({
  target,
  title,
}: {
  readonly target: Pick<Extract<Destination, { kind: 'frame' }>, 'url' | 'withToken'>
  readonly title: string
}) {
  const translate = useTranslate()
  const isOwn = target.url.startsWith('/')
  return (
    <RouteFrame
      title={title}
      acts={
        <Button icon={<Icon name="Launch" />} onClick={() => followLink(target)}>
          {translate('@places.openOutside')}
        </Button>
      }
    >
      <p className="loam-route-address" title={target.url}>
        <Icon name={target.url.startsWith('http:') ? 'Link' : 'Safe'} />
        <span>{isOwn ? new URL(target.url, location.href).href : target.url}</span>
      </p>
      <p className="loam-route-hint">{translate('@places.frameHint')}</p>
      <iframe
        className="loam-route-frame"
        title={title}
        src={linkAddress(target)}
        referrerPolicy="no-referrer"
        sandbox={
          isOwn ? 'allow-popups' : 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads'
        }
      />
    </RouteFrame>
  )
}
