import { proxy } from 'valtio/vanilla'

/** Valtio proxy: what stands at addresses that no menu names (a record), by address; the last of them. */
export const placeNames = proxy<Record<string, string>>({})

const MOST = 50

/** Says what stands at an address, for the window's title, the trail and the tab. */
export function nameAddress(path: string, name: string): void {
  if (placeNames[path] === name) return
  delete placeNames[path]
  placeNames[path] = name
  const [oldest] = Object.keys(placeNames)
  if (oldest !== undefined && Object.keys(placeNames).length > MOST) delete placeNames[oldest]
}

/** Nobody who signs in next is told what was looked at. */
export function forgetPlaceNames(): void {
  for (const path of Object.keys(placeNames)) delete placeNames[path]
}
