import {
  IconFullscreen,
  IconFullscreenExit,
  IconInfoCircle,
  IconLocation,
  IconMinus,
  IconPlus,
  IconUnorderedList,
} from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { type ReactNode, useEffect, useState } from 'react'

export type OpenCard = 'layers' | 'legend' | 'measure' | 'list' | 'approvals' | null

/** The tools of the map; on a phone they stand where the thumb is. */
export function Toolbar({
  open,
  onOpen,
  onZoom,
  onLocate,
  place,
  isNarrow,
}: {
  readonly open: OpenCard
  readonly onOpen: (card: OpenCard) => void
  readonly onZoom: (steps: number) => void
  readonly onLocate: () => void
  /** What fills the screen. */
  readonly place: { readonly current: HTMLElement | null }
  readonly isNarrow: boolean
}) {
  const { text: translate } = useHost()
  const card = (name: Exclude<OpenCard, 'approvals' | null>, icon: ReactNode) => (
    <Tool
      label={translate(`@map.${name}`)}
      isPressed={open === name}
      onClick={() => onOpen(open === name ? null : name)}
    >
      {icon}
    </Tool>
  )
  return (
    <div
      className="loam-map-tools"
      role="toolbar"
      aria-label={translate('@map.map')}
      aria-orientation="vertical"
    >
      <div className="loam-map-group">
        <Tool label={translate('@map.zoomIn')} onClick={() => onZoom(1)}>
          <IconPlus />
        </Tool>
        <Tool label={translate('@map.zoomOut')} onClick={() => onZoom(-1)}>
          <IconMinus />
        </Tool>
        <Tool label={translate('@map.locate')} onClick={onLocate}>
          <IconLocation />
        </Tool>
      </div>
      <div className="loam-map-group">
        {isNarrow && card('list', <IconUnorderedList />)}
        {card('layers', <Sheets />)}
        {card('legend', <IconInfoCircle />)}
        {card('measure', <Ruler />)}
        {!isNarrow && <FullScreen place={place} />}
      </div>
    </div>
  )
}

function Tool({
  label,
  isPressed,
  onClick,
  children,
}: {
  readonly label: string
  readonly isPressed?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      {children}
    </button>
  )
}

function Sheets() {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true">
      <path
        d="M12 3 21 8 12 13 3 8ZM3 12.5 12 17.5 21 12.5M3 17 12 22 21 17"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Ruler() {
  return (
    <svg viewBox="0 0 24 24" width="1em" height="1em" aria-hidden="true">
      <path
        d="M3 16 16 3l5 5L8 21ZM7 12l2 2M10 9l3 3M13 6l2 2"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function FullScreen({ place }: { readonly place: { readonly current: HTMLElement | null } }) {
  const host = useHost()
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => {
    if (!document.fullscreenEnabled) {
      host.toast('warning', host.text('@shell.fullScreenUnsupported'))
      return
    }
    const done = isFull ? document.exitFullscreen() : place.current?.requestFullscreen()
    done?.catch(() => host.toast('warning', host.text('@shell.fullScreenUnsupported')))
  }
  return (
    <Tool label={host.text(isFull ? '@map.fullScreenLeave' : '@map.fullScreen')} onClick={toggle}>
      {isFull ? <IconFullscreenExit /> : <IconFullscreen />}
    </Tool>
  )
}

/** Up is north: the map is never turned. */
export function NorthArrow() {
  const { text: translate } = useHost()
  return (
    <div className="loam-map-north" aria-hidden="true">
      <svg viewBox="0 0 24 28" width="22" height="26" aria-hidden="true">
        <path d="M12 1 20 26 12 21Z" fill="currentColor" />
        <path
          d="M12 1 4 26 12 21Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      </svg>
      <span>{translate('@map.north')}</span>
    </div>
  )
}
