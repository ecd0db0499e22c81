/** The parts of a small line over a box of so many units: points of which none is unknown; x from left to right, y downwards. */
export function sparkParts(
  values: readonly (number | null)[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly (readonly (readonly [number, number])[])[] {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return []
  // From nothing, so that a small change is not drawn as a great one.
  const most = Math.max(...known, 0)
  const least = Math.min(...known, 0)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const parts: (readonly [number, number])[][] = []
  let isOpen = false
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isOpen = false
      continue
    }
    const share = most === least ? 0 : (value - least) / (most - least)
    const point = [round(index * step), round(height - share * height)] as const
    if (isOpen) parts.at(-1)?.push(point)
    else parts.push([point])
    isOpen = true
  }
  return parts
}

const round = (unit: number) => Math.round(unit * 10) / 10
