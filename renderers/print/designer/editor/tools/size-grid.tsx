import { useHost } from '@renderers/host'
import { type KeyboardEvent, useRef, useState } from 'react'

const ROWS = 6
const COLUMNS = 8
const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const PLACES = Array.from({ length: ROWS * COLUMNS }, (_, at) => ({
  row: Math.floor(at / COLUMNS) + 1,
  column: (at % COLUMNS) + 1,
}))

/** Chooses how many rows and columns a new table has, by the mouse or the arrow keys. */
export function SizeGrid({ onChoose }: { readonly onChoose: (rows: number, columns: number) => void }) {
  const host = useHost()
  const grid = useRef<HTMLFieldSetElement>(null)
  const [size, setSize] = useState({ row: 1, column: 1 })
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const row = Math.min(ROWS, Math.max(1, size.row + step[0]))
    const column = Math.min(COLUMNS, Math.max(1, size.column + step[1]))
    grid.current?.querySelectorAll('button')[(row - 1) * COLUMNS + column - 1]?.focus()
  }
  return (
    <fieldset ref={grid} className="loam-print-grid" onKeyDown={press}>
      <legend>{host.text('@printEditor.gridSize', { rows: size.row, columns: size.column })}</legend>
      {PLACES.map((place) => (
        <button
          key={`${place.row}-${place.column}`}
          type="button"
          aria-label={host.text('@printEditor.gridSize', { rows: place.row, columns: place.column })}
          tabIndex={place.row === size.row && place.column === size.column ? 0 : -1}
          data-on={place.row <= size.row && place.column <= size.column ? '' : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => setSize(place)}
          onFocus={() => setSize(place)}
          onClick={() => onChoose(place.row, place.column)}
        />
      ))}
    </fieldset>
  )
}
