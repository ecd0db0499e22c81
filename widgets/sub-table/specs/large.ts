import type { TableDocument } from './open-table'

const COLUMNS = 30

/** A wide table: text, numbers, choices and a computed column. */
export const LARGE: TableDocument = {
  showSummary: true,
  summaryField: ['c1', 'c4'],
  columns: Array.from({ length: COLUMNS }, (_, index) => ({
    name: `c${index}`,
    label: `第${index}列`,
    ...kindOf(index),
  })),
}

function kindOf(index: number): Readonly<Record<string, unknown>> {
  if (index === 0) return { widget: 'input', required: true }
  if (index === 28) return { widget: 'number-input', formula: 'c1 * c4' }
  if (index === 12) {
    return {
      widget: 'select',
      options: [
        { value: 'a', label: '甲' },
        { value: 'b', label: '乙' },
      ],
    }
  }
  return { widget: 'number-input' }
}

export function largeRows(count: number): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: COLUMNS }, (_, index) => [
        `c${index}`,
        index === 0 ? `物料 ${row}` : index === 12 ? (row % 2 ? 'a' : 'b') : row * COLUMNS + index,
      ]),
    ),
  )
}
