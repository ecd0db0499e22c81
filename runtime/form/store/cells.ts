import { proxy, ref } from 'valtio/vanilla'
import type { Flags } from '../engine/state'
import type { FieldPlan } from '../plan'
import type { Cell } from '../store.types'

/** Makes the proxy that a leaf on the screen subscribes to. */
export function makeCell(field: FieldPlan, value: unknown, flags: Flags): Cell {
  const { visible, required, disabled } = flags
  const source = field.options
  return proxy<Cell>({
    value: opaque(value),
    error: null,
    visible,
    required,
    disabled,
    readonly: field.readonly || field.computed,
    options: source?.kind === 'static' ? ref([...source.options]) : null,
    optionsState: source ? (source.kind === 'static' ? 'ready' : 'loading') : 'none',
    touched: false,
  })
}

/** Writes only what differs: each write is a render. */
export function updateCell(cell: Cell, value: unknown, flags: Flags): void {
  const next = opaque(value)
  if (!Object.is(cell.value, next)) cell.value = next
  if (cell.visible !== flags.visible) cell.visible = flags.visible
  if (cell.required !== flags.required) cell.required = flags.required
  if (cell.disabled !== flags.disabled) cell.disabled = flags.disabled
}

/** Lists and records are values here, replaced as a whole; Valtio would make a proxy of every one of their members. */
export function opaque<T>(value: T): T {
  return typeof value === 'object' && value !== null ? (ref(value) as T) : value
}
