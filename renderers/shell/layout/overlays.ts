import { proxy } from 'valtio/vanilla'

/** Valtio proxy: what of the frame stands over the screen. */
export const overlays = proxy({ search: false, shortcuts: false, menu: false })

export function openSearch(): void {
  overlays.search = true
}

export function openShortcuts(): void {
  overlays.shortcuts = true
}
