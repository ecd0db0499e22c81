import { IconClose } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A part that opens over the map: a card beside the tools, on a phone a sheet from below. Escape closes it. */
export function Card({
  title,
  className = '',
  onClose,
  children,
}: {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { text: translate } = useHost()
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  return (
    <section
      ref={card}
      className={`loam-map-card ${className}`}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="loam-map-plain"
          aria-label={translate('@map.close')}
          onClick={onClose}
        >
          <IconClose />
        </button>
      </header>
      <div className="loam-map-card-body">{children}</div>
    </section>
  )
}
