import { onUse } from '@widgets/shared/on-use'

/** What the frame opens from its own bar; fetched when it is first opened. */
export const AboutDialog = onUse(async () => (await import('./about')).AboutDialog)
export const SystemDrawer = onUse(async () => (await import('./system-drawer')).SystemDrawer)
export { followLink, linkAddress } from './links'
