import { useSyncExternalStore } from 'react'
import { type Palette, readPalette, watchPalette } from './palette'

let known: Palette | undefined
let listeners = 0
const listen = (changed: () => void) => {
  listeners += 1
  const stop = watchPalette(() => {
    known = undefined
    changed()
  })
  return () => {
    stop()
    listeners -= 1
    // While no chart is drawn nobody hears of another theme.
    if (listeners === 0) known = undefined
  }
}
const current = () => {
  known ??= readPalette()
  return known
}

/** The palette of the present theme. */
export function usePalette(): Palette {
  return useSyncExternalStore(listen, current)
}
