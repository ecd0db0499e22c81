import { catalogue } from '@widgets/definitions'
import { describe } from 'vitest'
import { drawWidgets, isReadable, isUsable } from './specs/widgets'

drawWidgets()

describe.each(catalogue.all().map(({ key }) => key))('%s', (key) => {
  isReadable(key)
  isUsable(key)
})
