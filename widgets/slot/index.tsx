import { useContext } from 'react'
import { SlotContext } from '../shared/slot'
import type { Widget } from '../widget'
import { definition } from './definition'

export const widget: Widget<object> = { definition, Display: () => useContext(SlotContext) }
