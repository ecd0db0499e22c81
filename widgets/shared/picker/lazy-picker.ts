import { onUse } from '../on-use'

/** The dialog, which loads when it is first opened: forms hold many of these fields closed. */
export const LazyPicker = onUse(() => import('./picker').then(({ Picker }) => Picker))
