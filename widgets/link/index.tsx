import './link.css'
import { IconLaunch } from '@arco-design/web-react/icon'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { definition, destinationOf, type LinkSettings } from './definition'

/** A link as the browser has it; places of the product open without loading it again. */
function LinkDisplay({ id, settings, label, host, store, record, onClick }: DisplayProps<LinkSettings>) {
  const content = useFilledText(settings.content, host, store, record) || label
  const href = useFilledText(settings.href, host, store, record)
  const place = destinationOf(href)
  const apart = settings.target === '_blank'
  return (
    <div id={id} className="loam-link" style={{ textAlign: settings.align }}>
      {place ? (
        <a
          href={place.to}
          {...(apart ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          onClick={(event) => {
            void onClick?.()
            const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
            if (apart || place.kind === 'outside' || !plain) return
            event.preventDefault()
            host.navigate(place.to)
          }}
        >
          {content || place.to}
          {apart && (
            <>
              {' '}
              <IconLaunch aria-hidden="true" />
              <span className="loam-link-unseen">{host.text('@inputs.newWindow')}</span>
            </>
          )}
        </a>
      ) : onClick && href === '' ? (
        <button type="button" className="loam-link-act" onClick={() => void onClick()}>
          {content}
        </button>
      ) : (
        <span className="loam-link-broken" title={host.text('@inputs.unsafeLink')}>
          {content || href}
        </span>
      )}
    </div>
  )
}

export const widget: Widget<LinkSettings> = { definition, Display: LinkDisplay }
