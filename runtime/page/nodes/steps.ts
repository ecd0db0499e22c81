import { Type } from 'typebox'
import { ActionSchema, Condition, NodeSchema, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/**
 * One step after another. The next one is shown once the forms of this one are valid and its `next` has gone through; what
 * was filled in stays when a person goes back. `submit` runs after the last with `form`, the members of all forms together.
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
)
