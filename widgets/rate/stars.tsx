const STAR = 'M10 1.6l2.6 5.3 5.8.85-4.2 4.1 1 5.8L10 14.9l-5.2 2.75 1-5.8-4.2-4.1 5.8-.85z'

/** One star, filled from its left edge: 0, 0.5 or 1. */
export function Star({ filled, index }: { readonly filled: number; readonly index: number }) {
  return (
    <svg className="loam-rate-star" viewBox="0 0 20 20" aria-hidden="true" data-star={index}>
      <path d={STAR} />
      {filled > 0 && (
        <path
          className="loam-rate-on"
          d={STAR}
          style={filled < 1 ? { clipPath: `inset(0 ${(1 - filled) * 100}% 0 0)` } : undefined}
        />
      )}
    </svg>
  )
}

/** As many stars as there are, filled up to the value. */
export function Stars({ value, count }: { readonly value: number; readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a star is its position.
    <Star key={index} index={index} filled={Math.min(1, Math.max(0, value - index))} />
  ))
}
