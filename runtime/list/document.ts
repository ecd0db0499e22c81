import { type TProperties, Type } from 'typebox'
import { buttonWords, SHORT_BUTTONS } from '../document/parts/button'
import { Align, Column, ColumnsFrom } from '../document/parts/column'
import { Drag } from '../document/parts/drag'
import { Style } from '../document/parts/style'
import { Use } from '../document/parts/use'
import type { PlanOf } from '../document/plan'
import { withShort } from '../document/word'
import {
  ActionSchema,
  CallName,
  ColumnPath,
  Expression,
  FieldSchema,
  Input,
  NodeSchema,
  ResourceName,
  RowPath,
  SourceName,
  Text,
  withDefault,
} from '../document/words'

const closed = { additionalProperties: false }
const own = {
  value: Type.Optional(
    Type.String({
      description: 'Its name, which no other button of its place has; default: the code without btn_',
    }),
  ),
}
const ownOfRow = {
  ...own,
  onCard: Type.Optional(
    Type.Boolean({
      description:
        'What a row asks for: on a phone its card has it as a button, the others are behind the dots',
      examples: [true],
    }),
  ),
}
const ownOfToolbar = {
  ...own,
  needsRows: Type.Optional(
    Type.Boolean({ description: 'Acts on ticked rows: of the toolbar, disabled until there is one' }),
  ),
}

/** A button with words of its own place beside those of every button. */
const buttonWith = <W extends TProperties>(words: W) =>
  withShort(
    Type.Object({ ...buttonWords, ...words }, closed),
    ...SHORT_BUTTONS.map((short) =>
      'properties' in short && 'button' in short.properties
        ? Type.Object({ ...short.properties, ...words }, closed)
        : short,
    ),
  )

/** A button of the tool bar. */
export const ListButton = buttonWith(ownOfToolbar)
/** A button of a row. */
export const RowButton = buttonWith(ownOfRow)

const Search = withShort(
  Type.Object(
    {
      field: FieldSchema,
      operator: Type.Optional(
        Type.Enum(['equals', 'between'], {
          description: 'One value or two bounds; default: as its widget is searched',
          examples: ['between'],
        }),
      ),
      multiple: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  Type.String({
    description: 'keyword, a word that is looked for, or a member of the resource: enabledMark',
  }),
  Use,
)

const Tree = Type.Object(
  {
    parent: Type.Optional({
      ...RowPath,
      description: 'Member with the id of the row above, where rows come side by side',
      examples: ['parentId'],
    }),
    children: Type.Optional(
      Type.Object(
        { call: CallName('read'), with: withDefault(Input, {}) },
        {
          ...closed,
          description: 'Rows below a row are fetched when it is opened, with row',
          examples: [{ call: 'area.list', with: { nodeId: '${row.id}' } }],
        },
      ),
    ),
    leaf: Type.Optional({
      ...Expression,
      description: 'The rows that have none below them, with row',
      examples: ['row.isLeaf'],
    }),
  },
  {
    ...closed,
    oneOf: [{ required: ['parent'] }, { required: ['children'] }],
    description: 'How rows that do not come nested hang together: side by side, or level by level',
    examples: [{ parent: 'parentId' }],
  },
)

const Left = Type.Object(
  {
    source: SourceName,
    field: Type.String({
      minLength: 1,
      description: 'Name with which the key of the chosen node goes with the list’s search',
      examples: ['organizeId'],
    }),
    title: Type.Optional(Text),
    key: withDefault(Type.String({ description: 'Member with the id' }), 'id'),
    label: withDefault(Type.String({ description: 'Member with the name' }), 'fullName'),
    filter: withDefault(Type.Boolean({ description: 'A keyword box above the tree' }), false),
  },
  {
    ...closed,
    description: 'A tree at the left, by whose chosen node the list is searched',
    examples: [{ source: 'units', field: 'organizeId' }],
  },
)

/** The words of a list, in a document of its own or in a page. */
export const listWords = {
  columns: Type.Union([Type.Array(Column, { minItems: 1 }), ColumnsFrom], {
    description: 'Its columns in order; or a place that gives them',
  }),
  headers: Type.Optional(
    Type.Array(
      Type.Object(
        { label: Text, align: Type.Optional(Align), columns: Type.Array(ColumnPath, { minItems: 1 }) },
        closed,
      ),
      { description: 'Headers over several columns' },
    ),
  ),
  search: Type.Optional(
    Type.Array(Search, {
      description:
        'Search fields; their names are members of the source’s input, and of the page’s address, where the search stands: /field/devices?kind=PUMP',
    }),
  ),
  toolbar: Type.Optional(Type.Array(ListButton)),
  row: Type.Optional(Type.Array(RowButton)),
  paging: Type.Optional(
    Type.Union([
      Type.Boolean(),
      Type.Object(
        {
          pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
          sizes: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }))),
        },
        closed,
      ),
    ]),
  ),
  sort: Type.Optional(Type.Object({ field: ColumnPath, order: Type.Enum(['asc', 'desc']) }, closed)),
  summary: Type.Optional(
    Type.Array(ColumnPath, { description: 'Columns summed under the table, two decimals' }),
  ),
  selection: Type.Optional(Type.Boolean({ description: 'Rows can be ticked; default: no' })),
  nested: Type.Optional(Type.Boolean({ description: 'Rows nest under "children"' })),
  tree: Type.Optional(Tree),
  group: Type.Optional({
    ...ColumnPath,
    description: 'Column by whose values rows stand under headings; it comes without pages',
    examples: ['category'],
  }),
  left: Type.Optional(Left),
  edit: Type.Optional(
    Type.Enum(['inline'], {
      description:
        'Rows are edited in place: by the form of the dialog that their edit button opens, saved as that dialog is. On a phone the dialog opens',
    }),
  ),
  drag: Type.Optional(Drag),
  open: Type.Optional({
    ...ActionSchema,
    description: 'What a click on a row does, and Enter, with row; of a card the press of its words',
    examples: [{ open: 'item', with: { row: '${row}' } }],
  }),
  detail: Type.Optional({
    ...NodeSchema,
    description: 'What opens below a row, with row',
    examples: [{ node: 'text', text: '${row.description}' }],
  }),
  empty: Type.Optional({ ...Text, description: 'What belongs where there are no rows' }),
  views: Type.Optional(
    Type.Boolean({
      description:
        'People save what they have searched, sorted and shown as views, own and shared; default: no. It needs a page with a module',
      examples: [true],
    }),
  ),
  style: Type.Optional({ ...Style, description: 'How its rows look by condition, with row' }),
  card: Type.Optional(
    Type.Array(ColumnPath, {
      minItems: 1,
      maxItems: 6,
      description: 'Columns that a phone shows of a row, its name first; default: the first two',
      examples: [['fullName', 'state', 'sortCode']],
    }),
  ),
}

/** A list document (`schemas/lists/*.list.json`): what the language's JSON Schema and `npm run check` are made of. */
export const ListSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    resource: Type.Optional({
      ...ResourceName(),
      description: 'Whose records it shows: gives labels, search fields and standard buttons',
    }),
    ...listWords,
  },
  closed,
)

/** A list's words compiled, wherever they stand. */
export type ListWords = Omit<PlanOf<typeof ListSchema>, '$schema' | 'resource'>
