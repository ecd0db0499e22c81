import { AttributeEdit } from '../shared/shown/attribute'
import type { Widget } from '../widget'
import { definition } from './definition'

export const widget: Widget = { definition, Edit: AttributeEdit }
