import { Type } from 'typebox'
import { ActionSchema } from '../words'

/** How what stands in an order is moved: rows of a list, records of a tree. */
export const Drag = Type.Object(
  {
    parent: Type.Optional(
      Type.Boolean({
        description: 'It may be moved below another one too; default: among its siblings only',
      }),
    ),
    save: {
      ...ActionSchema,
      description:
        'Steps that keep the move, with row, and moved: parent, the id of the one that it is below now, and before, that of the one that it stands before; null: at the top, and last',
      examples: [
        {
          call: 'area.move',
          with: { id: '${row.id}', parent: '${moved.parent}', before: '${moved.before}' },
        },
      ],
    },
  },
  {
    additionalProperties: false,
    description: 'Moved by pointer, and by Alt with the arrows',
    examples: [{ save: { emit: 'moved' } }],
  },
)
