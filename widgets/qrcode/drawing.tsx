import type { Host } from '@runtime/host'
import { create } from 'qrcode'
import type { QrcodeSettings } from './definition'

/** Modules of quiet ground that readers need around a code. */
const QUIET = 4

interface Modules {
  readonly size: number
  readonly data: ArrayLike<number>
}

/** The modules of a text at error correction L (`spec/widgets.md §9`); null where it is too long. */
export function modulesOf(text: string): Modules | null {
  try {
    return create(text, { errorCorrectionLevel: 'L' }).modules
  } catch {
    return null
  }
}

/** A QR code as shapes: sharp at every size and in print. */
export function Qrcode({
  text,
  name,
  settings,
  host,
}: {
  readonly text: string
  readonly name: string
  readonly settings: QrcodeSettings
  readonly host: Pick<Host, 'text'>
}) {
  const modules = modulesOf(text)
  if (!modules) return <span className="loam-code-note">{host.text('@inputs.tooLongForCode')}</span>
  const { size, data } = modules
  const across = size + 2 * QUIET
  const path = Array.from({ length: size * size }, (_, at) =>
    data[at] ? `M${QUIET + (at % size)} ${QUIET + Math.floor(at / size)}h1v1h-1z` : '',
  ).join('')
  return (
    <svg
      className="loam-code"
      role="img"
      aria-label={name}
      width={settings.width}
      height={settings.width}
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill={settings.colorLight} />
      <path d={path} fill={settings.colorDark} />
    </svg>
  )
}
