import { lazy } from 'react'

/** What the frame opens from its own bar; fetched when it is first opened. */
export const AboutDialog = lazy(async () => ({ default: (await import('./about')).AboutDialog }))
export const SystemDrawer = lazy(async () => ({ default: (await import('./system-drawer')).SystemDrawer }))
export { followLink, linkAddress } from './links'
