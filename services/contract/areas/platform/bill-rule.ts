import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import {
  Created,
  Description,
  Download,
  Flag,
  NAME_LENGTH,
  Nullable,
  RequiredText,
  SortCode,
  Version,
} from '../../fields'
import { defineResource } from '../../resource'

const RULE = '/api/system/BillRule'

/** The date inside a number; `no`: none (`spec/administration.md §3`). */
export const BILL_DATE_FORMATS = ['yyyyMMdd', 'yyyyMM', 'yyyy', 'no'] as const

const Rule = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** Id of an item of the dictionary `businessType`. */
  category: Type.String(),
  prefix: Type.String(),
  dateFormat: Type.Enum([...BILL_DATE_FORMATS]),
  /** Digits of the running part. */
  digit: Type.Integer(),
  /** Padded to `digit`. */
  startNumber: Type.String(),
  /** What a number looks like today. */
  example: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  version: Version,
})

const ListedRule = Type.Object({
  ...Rule.properties,
  /** Name of the category. */
  categoryName: Type.String(),
  /** The last number that was drawn; empty before the first. */
  outputNumber: Type.String(),
  creatorUser: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
})

const RuleBody = Type.Object({
  fullName: RequiredText(NAME_LENGTH, { required: '@billRulePage.nameRequired' }),
  enCode: RequiredText(NAME_LENGTH, { required: '@billRulePage.codeRequired' }),
  category: RequiredText(64, { required: '@billRulePage.categoryRequired' }),
  prefix: RequiredText(50, { required: '@billRulePage.prefixRequired' }),
  dateFormat: Type.Enum([...BILL_DATE_FORMATS], { messages: { required: '@billRulePage.dateRequired' } }),
  /** One digit (`spec/administration.md §5`). */
  digit: Type.Union(
    [Type.Integer({ minimum: 1, maximum: 9 }), Type.String({ maxLength: 1, pattern: '^[1-9]$' })],
    {
      messages: { required: '@billRulePage.digitRequired', other: '@billRulePage.digitPattern' },
    },
  ),
  startNumber: RequiredText(
    9,
    { required: '@billRulePage.startRequired', pattern: '@billRulePage.startDigits' },
    '^\\d*$',
  ),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

const RuleQuery = Type.Object({
  ...PageQuery.properties,
  categoryId: Type.Optional(Type.String({ maxLength: 64 })),
})

/** Calls of this area, by name. */
export const billRuleCalls = {
  'billRule.list': defineCall({
    name: 'billRule.list',
    method: 'GET',
    path: RULE,
    summary: 'Serial-number rules by page, by keyword and category',
    query: RuleQuery,
    response: PageOf(ListedRule),
  }),
  'billRule.selector': defineCall({
    name: 'billRule.selector',
    method: 'GET',
    path: `${RULE}/Selector`,
    summary: 'Enabled rules to choose from, by page, keyword and category',
    query: RuleQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        enCode: Type.String(),
        category: Type.String(),
        startNumber: Type.String(),
      }),
    ),
  }),
  'billRule.create': defineCall({
    name: 'billRule.create',
    method: 'POST',
    path: RULE,
    summary: 'Makes a serial-number rule',
    body: RuleBody,
    response: Created,
  }),
  'billRule.update': defineCall({
    name: 'billRule.update',
    method: 'PUT',
    path: `${RULE}/:id`,
    summary: 'Changes a rule; what has been drawn stays drawn',
    params: IdParams,
    body: RuleBody,
    response: Nothing,
  }),
  'billRule.info': defineCall({
    name: 'billRule.info',
    method: 'GET',
    path: `${RULE}/:id`,
    summary: 'One rule',
    params: IdParams,
    response: Rule,
  }),
  'billRule.delete': defineCall({
    name: 'billRule.delete',
    method: 'DELETE',
    path: `${RULE}/:id`,
    summary: 'Deletes a rule that no number has been drawn from',
    params: IdParams,
    response: Nothing,
  }),
  'billRule.setState': defineCall({
    name: 'billRule.setState',
    method: 'PUT',
    path: `${RULE}/:id/Actions/State`,
    summary: 'Enables a disabled rule and disables an enabled one',
    params: IdParams,
    response: Nothing,
  }),
  'billRule.number': defineCall({
    name: 'billRule.number',
    method: 'GET',
    path: `${RULE}/BillNumber/:id`,
    summary: 'The number that the next record would get, by the rule’s code or id; draws none',
    params: IdParams,
    response: Type.String(),
  }),
  'billRule.export': defineCall({
    name: 'billRule.export',
    method: 'GET',
    path: `${RULE}/:id/Actions/Export`,
    summary: 'Writes a rule into a .bb file',
    params: IdParams,
    response: Download,
  }),
  'billRule.import': defineCall({
    name: 'billRule.import',
    method: 'POST',
    path: `${RULE}/Actions/Import`,
    summary: 'Makes the rule of a .bb file, whose name and code must be free',
    response: Created,
    wire: 'file',
    fileLimit: 1,
  }),
  'billRule.categories': defineCall({
    name: 'billRule.categories',
    method: 'GET',
    path: `${RULE}/Categories`,
    summary: 'The categories that rules are sorted into (dictionary businessType)',
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() })),
  }),
} as const

/** Serial-number rules, as screens speak of them. */
export const billRule = defineResource('billRule', {
  form: 'system/bill-rule.form.json',
  title: '@billRulePage.title',
  dialog: { add: '@billRulePage.new', edit: '@billRulePage.edit' },
  key: 'id',
  name: 'fullName',
  tag: 'billRule',
  list: 'billRule.list',
  read: 'billRule.info',
  create: 'billRule.create',
  update: 'billRule.update',
  delete: 'billRule.delete',
  state: 'billRule.setState',
  export: 'billRule.export',
  import: 'billRule.import',
  files: '.bb',
  right: 'system.billRule',
  titles: {
    fullName: '@billRulePage.name',
    enCode: '@billRulePage.code',
    category: '@billRulePage.category',
    categoryName: '@billRulePage.category',
    prefix: '@billRulePage.prefix',
    dateFormat: '@billRulePage.dateFormat',
    digit: '@billRulePage.digit',
    startNumber: '@billRulePage.startNumber',
    outputNumber: '@billRulePage.outputNumber',
    example: '@billRulePage.example',
  },
})
