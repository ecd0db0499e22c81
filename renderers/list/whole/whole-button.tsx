import { Button, Tooltip } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useState } from 'react'
import { PHONE, useMedia } from '../../dialog'
import { useHost } from '../../host'
import type { WholePopupProps } from './whole-popup'

const WholePopup = lazy(async () => (await import('./whole-popup')).WholePopup)

/** Opens the whole table, to be copied or printed; a phone has neither use. */
export function WholeButton(props: Omit<WholePopupProps, 'onClose'>) {
  const host = useHost()
  const [isOpen, setOpen] = useState(false)
  const label = host.text('@list.whole')
  if (useMedia(PHONE)) return null
  return (
    <>
      <Tooltip content={label} mini>
        <Button
          type="text"
          icon={<IconPrinter />}
          aria-label={label}
          aria-haspopup="dialog"
          className="loam-list-tool"
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && (
        <LazyFallback shown={null}>
          <WholePopup {...props} onClose={() => setOpen(false)} />
        </LazyFallback>
      )}
    </>
  )
}
