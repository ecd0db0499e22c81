import { isRecord } from '../../json'
import { fieldOfProp } from '../fields'
import type { ImportPlan } from '../plan'
import type { Reading } from './reading'

/** `dataType` of an import that also changes the records that it finds. */
const ADD_AND_UPDATE = '2'

/** What an import of the list takes (`uploaderTemplateJson`, `reference/columndata-format.md §1`). */
export function importingOf({ form, source, lose }: Reading): ImportPlan {
  const template = isRecord(source['uploaderTemplateJson']) ? source['uploaderTemplateJson'] : {}
  const keys = Array.isArray(template['selectKey']) ? template['selectKey'] : []
  return {
    updates: String(template['dataType']) === ADD_AND_UPDATE,
    fields: keys.flatMap((prop: unknown, index) => {
      const field = fieldOfProp(form, prop)
      if (!field) lose(`/uploaderTemplateJson/selectKey/${index}`, '@list.fieldGone', String(prop))
      return field ? [field.path] : []
    }),
  }
}
