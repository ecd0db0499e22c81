import { lazy } from '@widgets/shared/lazy'

/** What the frame opens from its own bar; fetched when it is first opened. */
export const AboutDialog = lazy(async () => (await import('./about')).AboutDialog)
export const SystemDrawer = lazy(async () => (await import('./system-drawer')).SystemDrawer)
export { followLink, linkAddress } from './links'
