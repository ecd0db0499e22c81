import { GLYPHS, OUTLINES, shapeOf } from '../draw/glyphs'
import { paletteOf } from '../draw/palette'
import type { SpriteStyle } from '../draw/sprites'

/** A marker as the map draws it, beside words that say the same. */
export function MarkerIcon({
  style,
  isDark,
  size = 26,
}: {
  readonly style: SpriteStyle
  readonly isDark: boolean
  readonly size?: number
}) {
  const palette = paletteOf(isDark, 'plan')
  const { fill, edge, glyph } = palette.badges[style.condition]
  const outline = OUTLINES[shapeOf(style.kind)]
  const { filled, lines } = GLYPHS[style.kind]
  return (
    <svg className="loam-map-icon" viewBox="-4 -6 34 34" width={size} height={size} aria-hidden="true">
      <path d={outline} fill={fill} />
      {style.isStale && (
        <path d="M1 17 17 1M3 22 22 3M8 24 24 8" stroke={palette.hatch} strokeWidth="1.3" fill="none" />
      )}
      <path
        d={outline}
        fill="none"
        stroke={edge}
        strokeWidth="1.8"
        strokeDasharray={style.isStale ? '2.6 2.6' : undefined}
      />
      <g transform="translate(12 12) scale(0.7) translate(-12 -12)">
        {filled && <path d={filled} fill={glyph} />}
        {lines && (
          <path
            d={lines}
            fill="none"
            stroke={glyph}
            strokeWidth="2.4"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )}
      </g>
      {style.isMoving && (
        <path
          d="M26.2 6.2a15.4 15.4 0 0 1-1.6 14.8M-2.2 17.8A15.4 15.4 0 0 1-.6 3"
          fill="none"
          stroke={palette.moving}
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      )}
      {style.condition === 'offline' && <path d="M4 4 20 20" stroke={edge} strokeWidth="2.2" />}
      {style.condition === 'warning' && (
        <>
          <path d="M20.5-5.5 28 7.5H13Z" fill={glyph} stroke={edge} strokeWidth="1.4" />
          <path d="M19.6-1.6h1.8l-.3 4.6h-1.2ZM20.5 4a1 1 0 1 0 .01 0Z" fill={fill} />
        </>
      )}
    </svg>
  )
}
