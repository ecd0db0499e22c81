import { lazy } from '../lazy'

/** The dialog, which loads when it is first opened: forms hold many of these fields closed. */
export const LazyPicker = lazy(() => import('./picker').then(({ Picker }) => Picker))
