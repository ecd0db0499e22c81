import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import {
  Created,
  Description,
  Download,
  Flag,
  Id,
  Keyword,
  NAME_LENGTH,
  Nullable,
  RequiredText,
  SortCode,
  Version,
} from '../../fields'
import { OPTIONS_BATCH } from '../../options-batch'
import { defineResource } from '../../resource'

const TYPE = '/api/system/DictionaryType'
const DATA = '/api/system/DictionaryData'

/** Of an item's tag; every other one of the same category has a grey tag then. Empty: it has none of its own. */
const Color = Type.Union([
  Type.Literal(''),
  Type.Literal('gray'),
  Type.Literal('green'),
  Type.Literal('orange'),
  Type.Literal('red'),
  Type.Literal('blue'),
  Type.Literal('cyan'),
  Type.Literal('purple'),
])

/** A category of dictionaries with its descendants (`spec/administration.md §3`). */
export const DictionaryCategory = Type.Cyclic(
  {
    DictionaryCategory: Type.Object({
      id: Type.String(),
      /** `-1` for the two reserved roots, 0 and 1. */
      parentId: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      isTree: Flag,
      sortCode: Type.Integer(),
      description: Type.String(),
      version: Version,
      category: Type.String(),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('DictionaryCategory')),
    }),
  },
  'DictionaryCategory',
)

/** A node of a parent picker or of a list of choices. */
export const DictionaryNode = Type.Cyclic(
  {
    DictionaryNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      /** Of its tag; of items alone, empty where it has none. */
      color: Type.Optional(Type.String()),
      isTree: Type.Optional(Flag),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('DictionaryNode')),
    }),
  },
  'DictionaryNode',
)

/** Choices, and what is none any more but has been chosen. */
const DictionaryChoices = Type.Object({
  list: Type.Array(DictionaryNode),
  withdrawn: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        parentId: Type.String(),
        fullName: Type.String(),
        enCode: Type.String(),
        color: Type.String(),
      }),
    ),
  ),
})

/** A dictionary item with its descendants; `children` is empty in a flat list. */
export const DictionaryItem = Type.Cyclic(
  {
    DictionaryItem: Type.Object({
      id: Type.String(),
      dictionaryTypeId: Type.String(),
      parentId: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      color: Type.String(),
      enabledMark: Flag,
      sortCode: Type.Integer(),
      description: Type.String(),
      version: Version,
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('DictionaryItem')),
    }),
  },
  'DictionaryItem',
)

const CategoryInfo = Type.Object({
  id: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  isTree: Flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  version: Version,
  category: Type.String(),
})

const ItemInfo = Type.Object({
  id: Type.String(),
  dictionaryTypeId: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  color: Type.String(),
  enabledMark: Flag,
  sortCode: Type.Integer(),
  description: Type.String(),
  version: Version,
})

/** Name without special symbols (`spec/administration.md §5`). */
const PLAIN_NAME = '^[^`~!@#$%^&*()+=<>?:"{}|,./;\'\\\\\\[\\]·！￥…（）—《》？：“”【】、；‘’，。]*$'

const CategoryBody = Type.Object({
  parentId: RequiredText(64, { required: '@dictionaryPage.parentRequired' }),
  fullName: RequiredText(
    NAME_LENGTH,
    {
      required: '@dictionaryPage.nameRequired',
      maxLength: '@dictionaryPage.nameLength',
      pattern: '@dictionaryPage.nameSymbols',
    },
    PLAIN_NAME,
  ),
  enCode: RequiredText(NAME_LENGTH, {
    required: '@dictionaryPage.codeRequired',
    maxLength: '@dictionaryPage.codeLength',
  }),
  isTree: Type.Optional(Flag),
  sortCode: Nullable(SortCode),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

const ItemBody = Type.Object({
  dictionaryTypeId: Id,
  /** `0`: the top level. */
  parentId: Type.Optional(Type.String({ maxLength: 64, default: '0' })),
  fullName: RequiredText(NAME_LENGTH, {
    required: '@dictionaryPage.nameRequired',
    maxLength: '@dictionaryPage.itemNameLength',
  }),
  enCode: RequiredText(NAME_LENGTH, {
    required: '@dictionaryPage.codeRequired',
    maxLength: '@dictionaryPage.itemCodeLength',
  }),
  color: Nullable(Color),
  enabledMark: Type.Optional(Flag),
  sortCode: Nullable(SortCode),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

const TreeQuery = Type.Object({ keyword: Keyword, isTree: Type.Optional(Flag) })

/** Calls of this area, by name. */
export const dictionaryCalls = {
  'dictionaryType.list': defineCall({
    name: 'dictionaryType.list',
    method: 'GET',
    path: TYPE,
    summary: 'All dictionary categories, as a tree; a keyword keeps what matches and its ancestors',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(DictionaryCategory),
  }),
  'dictionaryType.selector': defineCall({
    name: 'dictionaryType.selector',
    method: 'GET',
    path: `${TYPE}/Selector/:id`,
    summary:
      'Categories by name, for anybody signed in; those that may be the parent of one: all but itself and what is below it (id 0: all)',
    params: Type.Object({ id: Type.String({ maxLength: 64, default: '0' }) }),
    response: ListOf(DictionaryNode),
  }),
  'dictionaryType.create': defineCall({
    name: 'dictionaryType.create',
    method: 'POST',
    changes: ['dictionary'],
    path: TYPE,
    summary: 'Makes a dictionary category',
    body: CategoryBody,
    response: Created,
  }),
  'dictionaryType.update': defineCall({
    name: 'dictionaryType.update',
    method: 'PUT',
    changes: ['dictionary'],
    path: `${TYPE}/:id`,
    summary: 'Changes a dictionary category',
    params: IdParams,
    body: CategoryBody,
    response: Nothing,
  }),
  'dictionaryType.info': defineCall({
    name: 'dictionaryType.info',
    method: 'GET',
    path: `${TYPE}/:id`,
    summary: 'One dictionary category',
    params: IdParams,
    response: CategoryInfo,
  }),
  'dictionaryType.delete': defineCall({
    name: 'dictionaryType.delete',
    method: 'DELETE',
    changes: ['dictionary'],
    path: `${TYPE}/:id`,
    summary: 'Deletes a category that holds neither items nor categories',
    params: IdParams,
    response: Nothing,
  }),
  'dictionaryType.export': defineCall({
    name: 'dictionaryType.export',
    method: 'GET',
    path: `${TYPE}/:id/Actions/Export`,
    summary: 'Writes a category, what is below it and all items into a .bdd file',
    params: IdParams,
    response: Download,
  }),
  'dictionaryData.list': defineCall({
    name: 'dictionaryData.list',
    method: 'GET',
    path: `${DATA}/:id`,
    summary: 'The items of a category; with isTree 1 nested',
    params: IdParams,
    query: TreeQuery,
    response: ListOf(DictionaryItem),
  }),
  'dictionaryData.all': defineCall({
    name: 'dictionaryData.all',
    method: 'GET',
    path: `${DATA}/All`,
    summary: 'Every category with its enabled items: what the client caches',
    response: ListOf(
      Type.Object({
        id: Type.String(),
        enCode: Type.String(),
        fullName: Type.String(),
        isTree: Flag,
        dictionaryList: Type.Array(DictionaryNode),
      }),
    ),
  }),
  'dictionaryData.selector': defineCall({
    name: 'dictionaryData.selector',
    method: 'GET',
    path: `${DATA}/:id/Selector/:parent`,
    summary:
      'Items of a category that may be the parent of the item `parent` (0: of a new one), under one top node; isTree 0: the top node alone',
    params: Type.Object({ id: Id, parent: Type.String({ maxLength: 64, default: '0' }) }),
    query: Type.Object({ isTree: Type.Optional(Flag) }),
    response: ListOf(DictionaryNode),
  }),
  'dictionaryData.options': defineCall({
    name: 'dictionaryData.options',
    method: 'GET',
    path: `${DATA}/:id/Data/Selector`,
    summary:
      'The enabled items of a category as choices, and the others as `withdrawn`, which name what has been chosen; the category by its id or its code',
    params: IdParams,
    response: DictionaryChoices,
  }),
  'dictionaryData.optionsOf': defineCall({
    name: 'dictionaryData.optionsOf',
    method: 'POST',
    isRead: true,
    path: `${DATA}/Selectors`,
    summary:
      'The enabled items of many categories as choices, by the id or code that was asked for; what there is not is left out',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: OPTIONS_BATCH }) }),
    response: Type.Record(Type.String(), DictionaryChoices),
  }),
  'dictionaryData.create': defineCall({
    name: 'dictionaryData.create',
    method: 'POST',
    changes: ['dictionary'],
    path: DATA,
    summary: 'Makes a dictionary item',
    body: ItemBody,
    response: Created,
  }),
  'dictionaryData.update': defineCall({
    name: 'dictionaryData.update',
    method: 'PUT',
    changes: ['dictionary'],
    path: `${DATA}/:id`,
    summary: 'Changes a dictionary item; it stays in its category',
    params: IdParams,
    body: ItemBody,
    response: Nothing,
  }),
  'dictionaryData.info': defineCall({
    name: 'dictionaryData.info',
    method: 'GET',
    path: `${DATA}/:id/Info`,
    summary: 'One dictionary item',
    params: IdParams,
    response: ItemInfo,
  }),
  'dictionaryData.delete': defineCall({
    name: 'dictionaryData.delete',
    method: 'DELETE',
    changes: ['dictionary'],
    path: `${DATA}/:id`,
    summary: 'Deletes an item that has none below it',
    params: IdParams,
    response: Nothing,
  }),
  'dictionaryData.setState': defineCall({
    name: 'dictionaryData.setState',
    method: 'PUT',
    changes: ['dictionary'],
    path: `${DATA}/:id/Actions/State`,
    summary: 'Enables a disabled item and disables an enabled one',
    params: IdParams,
    response: Nothing,
  }),
  'dictionaryData.export': defineCall({
    name: 'dictionaryData.export',
    method: 'GET',
    path: `${DATA}/:id/Actions/Export`,
    summary: 'Writes the category `id` with its items into a .bdd file',
    params: IdParams,
    response: Download,
  }),
  'dictionaryData.import': defineCall({
    name: 'dictionaryData.import',
    changes: ['dictionary'],
    isJob: true,
    method: 'POST',
    path: `${DATA}/Actions/Import`,
    summary: 'Reads a .bdd file: all of it or, with reasons, nothing',
    response: Type.Object({ categories: Type.Integer(), items: Type.Integer() }),
    wire: 'file',
    fileLimit: 5,
  }),
} as const

/** Categories of dictionaries. What the client keeps of dictionaries goes by one tag. */
export const dictionaryType = defineResource('dictionaryType', {
  form: 'system/dictionary-category.form.json',
  title: '@dictionaryPage.categories',
  dialog: { add: '@dictionaryPage.newCategory', edit: '@dictionaryPage.editCategory' },
  key: 'id',
  name: 'fullName',
  tag: 'dictionary',
  list: 'dictionaryType.list',
  read: 'dictionaryType.info',
  create: 'dictionaryType.create',
  update: 'dictionaryType.update',
  delete: 'dictionaryType.delete',
  export: 'dictionaryType.export',
  import: 'dictionaryData.import',
  files: '.bdd',
  reserved: ['0', '1'],
  right: 'system.dictionary',
  titles: { parentId: '@dictionaryPage.parentCategory', isTree: '@dictionaryPage.isTree' },
})

/** Items of a category. */
export const dictionaryData = defineResource('dictionaryData', {
  form: 'system/dictionary-item.form.json',
  title: '@dictionaryPage.title',
  dialog: { add: '@dictionaryPage.newItem', edit: '@dictionaryPage.editItem' },
  key: 'id',
  name: 'fullName',
  tag: 'dictionary',
  list: 'dictionaryData.list',
  read: 'dictionaryData.info',
  create: 'dictionaryData.create',
  update: 'dictionaryData.update',
  delete: 'dictionaryData.delete',
  state: 'dictionaryData.setState',
  right: 'system.dictionary',
  titles: { parentId: '@dictionaryPage.parentItem', color: '@dictionaryPage.color' },
})
