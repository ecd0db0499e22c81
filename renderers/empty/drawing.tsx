import './drawing.css'

/** A field that is still bare: what stands over the words of every empty place. */
export function EmptyDrawing() {
  return (
    <svg viewBox="0 0 96 64" aria-hidden="true" className="loam-empty-drawing">
      <path d="M8 52c14-8 22-8 36-2s26 6 44-2" />
      <path d="M8 42c14-8 22-8 36-2s26 6 44-2" />
      <path d="M48 38V20m0 6c-6 0-10-4-10-10 6 0 10 4 10 10zm0-4c0-5 4-9 9-9 0 5-4 9-9 9z" />
    </svg>
  )
}

/** What Arco's components are given, so that they draw empty places as all others are drawn. */
export const EMPTY_PLACES = { Empty: { icon: <EmptyDrawing /> } } as const
