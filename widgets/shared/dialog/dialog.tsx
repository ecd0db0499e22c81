import { Button, ConfigProvider } from '@arco-design/web-react'
import { IconArrowLeft, IconClose } from '@arco-design/web-react/icon'
import { HeadingLevel } from '../heading'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Host } from '@runtime/host'
import { type CSSProperties, type ReactNode, useCallback, useContext, useId, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import './dialog.css'
import { PHONE, useMedia } from './use-media'
import { useModal } from './use-modal'

/** `aside` is a drawer at the left, which keeps its shape on a phone; `sheet` comes from below everywhere. */
export type DialogMode = 'general' | 'fullScreen' | 'drawer' | 'aside' | 'sheet'

export interface DialogProps {
  readonly host: Pick<Host, 'text' | 'confirm'>
  readonly mode: DialogMode
  /** A CSS length: of the dialog or drawer, or of the column in the middle of a full screen. */
  readonly width: string
  readonly title: ReactNode
  /** For what stands in it to be laid out by. */
  readonly className?: string
  /** At the head's right: what leads on from here. */
  readonly action?: ReactNode
  /** A click beside it closes it: nothing can be lost by a slip of the hand. */
  readonly closesBeside?: boolean
  readonly visible: boolean
  /** What stands in it is there from the start and while it is closed. */
  readonly keeps?: boolean
  readonly onClose: () => void
  /** Buttons; the main one last. */
  readonly footer?: ReactNode
  /** Said at the foot's left: how many fields are wrong, what is unsaved. */
  readonly status?: ReactNode
  /** Asked before it closes by Escape, back or the cross: what was typed would be lost. */
  readonly dirty?: () => boolean
  /** Ctrl+S while it is the topmost. */
  readonly onSave?: () => void
  /** Ctrl+Enter while it is the topmost: saves, and goes on with the next where there is one. */
  readonly onSaveAndNext?: (() => void) | undefined
  readonly children: ReactNode
}

/** A dialog, a full screen, a drawer or a sheet (`spec/widgets.md §2.9`); most are sheets on a phone. */
export function Dialog(props: DialogProps) {
  return props.visible || props.keeps ? createPortal(<Layer {...props} />, document.body) : null
}

function Layer(props: DialogProps) {
  const { host, mode, width, title, visible, footer, status, dirty, onClose, onSave, children } = props
  const { className = '', action, closesBeside = false } = props
  const layer = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const phone = useMedia(PHONE)
  const asking = useRef(false)
  const leave = useCallback(async () => {
    if (asking.current) return
    asking.current = true
    try {
      const question = {
        text: host.text('@view.leaveChanges'),
        title: host.text('@view.leaveTitle'),
        danger: true,
      }
      if (!dirty?.() || (await host.confirm(question))) onClose()
    } finally {
      asking.current = false
    }
  }, [dirty, host, onClose])
  useModal(layer, { onEscape: leave, onSave, onSaveAndNext: props.onSaveAndNext }, visible)
  const shape = phone && mode !== 'fullScreen' && mode !== 'aside' ? 'sheet' : mode
  return (
    <div ref={layer} className={`loam-dialog ${className}`} data-shape={shape} hidden={!visible}>
      {/* Else a click beside it does nothing: a slip of the hand must not cost what was typed (`spec/widgets.md §2.1`). */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the cross and Escape are the keyboard's way. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className="loam-dialog-veil" onClick={closesBeside ? leave : undefined} />
      <section
        className="loam-dialog-box"
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        style={{ '--loam-dialog-width': width } as CSSProperties}
      >
        <div className="loam-dialog-head">
          {shape === 'fullScreen' && (
            <Button
              type="text"
              icon={<IconArrowLeft />}
              aria-label={host.text('@view.back')}
              onClick={leave}
            />
          )}
          <h2 id={titleId} className="loam-dialog-title">
            {title}
          </h2>
          {action}
          {shape !== 'fullScreen' && (
            <Button type="text" icon={<IconClose />} aria-label={host.text('@view.close')} onClick={leave} />
          )}
        </div>
        <PopupsInside layer={layer}>
          <div className="loam-dialog-body">
            <div className="loam-dialog-content">
              <HeadingLevel value={3}>{children}</HeadingLevel>
            </div>
          </div>
        </PopupsInside>
        {(footer !== undefined || status !== undefined) && (
          <div className="loam-dialog-foot">
            <div className="loam-dialog-status">{status}</div>
            <div className="loam-dialog-buttons">{footer}</div>
          </div>
        )}
      </section>
    </div>
  )
}

/** Lists of choices and calendars open inside the layer: above it, and within its focus. */
function PopupsInside({
  layer,
  children,
}: {
  readonly layer: { readonly current: HTMLDivElement | null }
  readonly children: ReactNode
}) {
  const arco = useContext(ConfigProvider.ConfigContext)
  const value = useMemo(
    () => ({ ...arco, getPopupContainer: () => layer.current ?? document.body }),
    [arco, layer],
  )
  return (
    <ConfigProvider.ConfigContext.Provider value={value}>{children}</ConfigProvider.ConfigContext.Provider>
  )
}
