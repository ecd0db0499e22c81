import { Type } from 'typebox'
import { ActionSchema, Expression, NodeSchema, Text, withDefault } from '../../document/words'
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
          visible: Type.Optional(Expression),
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
)
