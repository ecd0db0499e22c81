import { Type } from 'typebox'
import type { Members } from '../../document/given-values'
import { anyShape, membersShape } from '../../document/shape'
import { ActionSchema, Condition, NodeSchema, Text, withDefault } from '../../document/words'
import { isRecord } from '../../json'
import { defineNode } from '../define'

/**
 * One step after another. The next one is shown once the forms of this one are valid and its `next` has gone through; what
 * was filled in stays when a person goes back. `form` is what all forms hold so far, by the names of their fields: what
 * stands in the steps shows it as it is typed, and `submit` runs with it after the last.
 */
export const node = defineNode(
  'steps',
  { title: { zh: '分步向导', zhtw: '分步精靈', en: 'Steps' }, icon: 'OrderedList', group: 'layout' },
  {
    items: Type.Array(
      Type.Object(
        {
          title: Text,
          text: Type.Optional({ ...Text, description: 'A line below its title' }),
          body: NodeSchema,
          visible: Type.Optional(Condition),
          next: Type.Optional({
            ...ActionSchema,
            description: 'Steps before the next one is shown, with `form`; one that fails stays here',
          }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    submit: Type.Optional(ActionSchema),
    ok: withDefault(Text, '@page.finish'),
  },
  {
    gives: ({ items }, { filledIn }) => {
      const forms = formsWithin(items).map(filledIn)
      return { names: { '': { form: forms.length === 0 ? membersShape([]) : anyShape(forms) } } }
    },
  },
)

/** Forms that stand in the steps; steps inside one are filled in for themselves. */
function formsWithin(value: unknown): readonly Members[] {
  if (Array.isArray(value)) return value.flatMap(formsWithin)
  if (!isRecord(value) || value['node'] === 'steps') return []
  return value['node'] === 'form' ? [value] : Object.values(value).flatMap(formsWithin)
}
