import { compileExpression, ExpressionError } from '@runtime/expression'
import { placeAt, readJson } from '@runtime/json-text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { OptionsSchema, type OptionsSetting, optionSource } from '@runtime/widget/options'
import { type PlaceName, PlaceNames, strangerIn } from '@runtime/widget/places'
import { Type } from 'typebox'

const LANGUAGES = ['json', 'sql', 'javascript', 'expression', 'text'] as const
export type CodeLanguage = (typeof LANGUAGES)[number]

/** Settings of code. */
export interface CodeSettings {
  readonly language: CodeLanguage
  /** Names that an expression may read; empty: any. */
  readonly names: readonly PlaceName[]
  /** What SQL is completed with: tables, with their columns as children. */
  readonly options: OptionsSetting
  readonly lineNumbers: boolean
  readonly maxlength?: number
  readonly autoSize: { readonly minRows: number; readonly maxRows: number }
}

/** Something wrong with a text: where, and a sentence. */
export interface CodeFault {
  readonly offset: number
  readonly message: string
}

/** Code in one of a few languages; JSON and expressions are validated. */
export const definition: WidgetDefinition<CodeSettings, string> = {
  key: 'code',
  jnpfKeys: [],
  group: 'code',
  title: '@code.widget',
  icon: 'Code',
  kind: 'field',
  long: true,
  notInTable: true,
  example: {
    field: {
      language: 'expression',
      names: [
        { name: 'area', label: '面积' },
        { name: 'flow', label: '流量' },
      ],
      default: "IF(flow > 40, ROUND(area / flow, 2), '—')",
    },
  },
  settings: Type.Object({
    language: Type.Optional(
      Type.Union(
        LANGUAGES.map((language) => Type.Literal(language)),
        { title: '@code.setting.language', description: '@code.setting.languageHelp', examples: ['sql'] },
      ),
    ),
    names: Type.Optional(PlaceNames),
    options: Type.Optional({
      ...OptionsSchema,
      title: '@code.setting.options',
      description: '@code.setting.optionsHelp',
      examples: [{ call: 'dataInterface.tables', value: 'value', label: 'label', children: 'children' }],
    }),
    lineNumbers: Type.Optional(
      Type.Boolean({
        title: '@code.setting.lineNumbers',
        description: '@code.setting.lineNumbersHelp',
        examples: [false],
      }),
    ),
    maxlength: Type.Optional(
      Type.Integer({
        minimum: 1,
        title: '@widgets.setting.maxlength',
        description: '@code.setting.maxlengthHelp',
        examples: [2000],
      }),
    ),
    autoSize: Type.Optional(
      Type.Object(
        {
          minRows: Type.Integer({ minimum: 1, maximum: 50, title: '@widgets.setting.minRows' }),
          maxRows: Type.Integer({
            notBelow: 'minRows',
            minimum: 1,
            maximum: 100,
            title: '@widgets.setting.maxRows',
          }),
        },
        {
          title: '@widgets.setting.autoSize',
          description: '@code.setting.autoSizeHelp',
          examples: [{ minRows: 3, maxRows: 15 }],
        },
      ),
    ),
  }),
  defaults: {
    language: 'text',
    names: [],
    options: [],
    lineNumbers: true,
    autoSize: { minRows: 3, maxRows: 15 },
  },
  options: ({ options }) => optionSource(options),
  value: ({ maxlength }) => ({ type: 'string', ...(maxlength ? { maxLength: maxlength } : {}) }),
  isEmpty: (value) =>
    value === null || value === undefined || (typeof value === 'string' && value.trim() === ''),
  normalise: (value) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value),
  check: (value, settings, context) => sentence(value, settings, context),
  fromText(text, settings, context) {
    const value = text.replace(/\r\n?/g, '\n')
    const fault = sentence(value, settings, context)
    return fault === null ? { value } : { error: fault }
  },
  filter: ['contains', 'equals'],
  sort: 'text',
}

function sentence(
  value: string,
  settings: CodeSettings,
  context: Pick<WidgetContext, 'text'>,
): string | null {
  const fault = codeFault(value, settings, context)
  if (!fault) return null
  const { line, column } = placeAt(value, fault.offset)
  return context.text('@code.faultAt', { line, column, reason: fault.message })
}

/** The first thing wrong with a text, in the languages that are validated; null: nothing. */
export function codeFault(
  value: string,
  { language, names }: Pick<CodeSettings, 'language' | 'names'>,
  context: Pick<WidgetContext, 'text'>,
): CodeFault | null {
  if (language === 'json') {
    const { fault } = readJson(value)
    return fault ? { offset: fault.offset, message: context.text(fault.reason, fault.params) } : null
  }
  return language === 'expression' ? expressionFault(value, names, context) : null
}

function expressionFault(
  value: string,
  names: readonly PlaceName[],
  { text }: Pick<WidgetContext, 'text'>,
): CodeFault | null {
  try {
    const { dependencies, references = [] } = compileExpression(value)
    const stranger = strangerIn(dependencies, names)
    if (!stranger) return null
    const offset = references.find(({ path }) => path === stranger.name)?.offsets[0] ?? 0
    return {
      offset,
      message: text(stranger.nearest ? '@code.strangerNear' : '@code.stranger', { ...stranger }),
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { position = 0, message, params } = error.problem
    return { offset: position, message: text(message, params) }
  }
}
