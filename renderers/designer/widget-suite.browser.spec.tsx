import { catalogue } from '@widgets/definitions'
import { describe } from 'vitest'
import { drawWidgets, isKept, isReadable, isUsable } from './specs/widgets'

/** One of each kind; all are used in the long run (`widget-suite.long.browser.spec.tsx`). */
const USED = new Set(['input', 'select', 'radio', 'date-picker', 'user-select', 'file-upload', 'sub-table'])

/** What owns something outside of React. */
const KEPT = new Set(['rich-text', 'code', 'sub-table'])

drawWidgets()

describe.each(catalogue.all().map(({ key }) => key))('%s', (key) => {
  isReadable(key)
  if (KEPT.has(key)) isKept(key)
  if (USED.has(key)) isUsable(key)
})
