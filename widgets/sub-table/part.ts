/**
 * The element of the grid's parts, each of which names its ARIA role: a grid of which only a part is drawn cannot be a
 * `<table>`. The parts take no focus; the field inside the active cell does (`cell-anchor.tsx`).
 */
export const Part = 'div'
