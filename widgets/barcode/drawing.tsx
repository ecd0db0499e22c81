import type { Host } from '@runtime/host'
import JsBarcode from 'jsbarcode'
import type { BarcodeSettings } from './definition'

/** Quiet pixels on every side (`spec/widgets.md §9`). */
const MARGIN = 5

/** The lines of a text as a string of 1 and 0; null where the format does not take it. */
export function linesOf(text: string, format: string): string | null {
  const drawn: { encodings?: readonly { readonly data: string }[] } = {}
  try {
    JsBarcode(drawn, text, { format })
  } catch {
    return null
  }
  return drawn.encodings?.map(({ data }) => data).join('') || null
}

/** A barcode as shapes: sharp at every size and in print. */
export function Barcode({
  text,
  settings,
  host,
}: {
  readonly text: string
  readonly settings: BarcodeSettings
  readonly host: Pick<Host, 'text'>
}) {
  const { format, width, height, lineColor, background } = settings
  const lines = linesOf(text, format)
  if (lines === null)
    return <span className="loam-code-note">{host.text('@inputs.notEncodable', { format })}</span>
  const across = lines.length * width + 2 * MARGIN
  const path = [...lines.matchAll(/1+/g)]
    .map(
      ({ 0: run, index }) =>
        `M${MARGIN + index * width} ${MARGIN}h${run.length * width}v${height}h${-run.length * width}z`,
    )
    .join('')
  return (
    <svg
      className="loam-code"
      role="img"
      aria-label={host.text('@inputs.barcodeOf', { text })}
      width={across}
      height={height + 2 * MARGIN}
      viewBox={`0 0 ${across} ${height + 2 * MARGIN}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill={background} />
      <path d={path} fill={lineColor} />
    </svg>
  )
}
