import { compileTemplate, ExpressionError, templatePlaces } from '@runtime/expression'
import { placeAt } from '@runtime/json-text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { type PlaceName, PlaceNames, strangerIn } from '@runtime/widget/places'
import { Type } from 'typebox'

/** Settings of a template. */
export interface TemplateSettings {
  /** What may be put in; empty: any expression. */
  readonly names: readonly PlaceName[]
  readonly maxlength?: number
  readonly autoSize: { readonly minRows: number; readonly maxRows: number }
}

/** Text with `${…}` places: `泵站 ${name} 压力 ${ROUND(pressure, 2)} MPa`. */
export const definition: WidgetDefinition<TemplateSettings, string> = {
  key: 'template',
  jnpfKeys: [],
  group: 'text',
  title: '@template.widget',
  icon: 'Quote',
  kind: 'field',
  long: true,
  notInTable: true,
  example: {
    field: {
      names: [
        { name: 'deviceName', label: '设备' },
        { name: 'pressure', label: '压力' },
        { name: 'user.userName', label: '当前用户' },
      ],
      default: '${deviceName} 压力 ${ROUND(pressure, 2)} MPa，请 ${user.userName} 处理',
    },
  },
  settings: Type.Object({
    names: Type.Optional(PlaceNames),
    maxlength: Type.Optional(
      Type.Integer({
        minimum: 1,
        title: '@widgets.setting.maxlength',
        description: '@code.setting.maxlengthHelp',
        examples: [500],
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
          examples: [{ minRows: 2, maxRows: 8 }],
        },
      ),
    ),
  }),
  defaults: { names: [], autoSize: { minRows: 2, maxRows: 8 } },
  value: ({ maxlength }) => ({ type: 'string', ...(maxlength ? { maxLength: maxlength } : {}) }),
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

/** The first place of a template that says nothing, or reads what there is not; null: none. */
export function templateFault(
  value: string,
  { names }: Pick<TemplateSettings, 'names'>,
  { text }: Pick<WidgetContext, 'text'>,
): { readonly offset: number; readonly message: string } | null {
  try {
    const { dependencies, references = [] } = compileTemplate(value)
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

function sentence(
  value: string,
  settings: TemplateSettings,
  context: Pick<WidgetContext, 'text'>,
): string | null {
  const fault = templateFault(value, settings, context)
  if (!fault) return null
  const { line, column } = placeAt(value, fault.offset)
  return context.text('@code.faultAt', { line, column, reason: fault.message })
}

/** A text cut at its places: what stands as it is, and what each place is called. */
export function piecesOf(
  value: string,
  names: readonly PlaceName[],
  { text }: Pick<WidgetContext, 'text'>,
): readonly { readonly text: string; readonly isPlace: boolean; readonly from: number }[] {
  const pieces: { text: string; isPlace: boolean; from: number }[] = []
  let at = 0
  for (const { from, to, source } of templatePlaces(value)) {
    if (from > at) pieces.push({ text: value.slice(at, from), isPlace: false, from: at })
    pieces.push({ text: placeLabel(source, names, { text }), isPlace: true, from })
    at = to
  }
  if (at < value.length) pieces.push({ text: value.slice(at), isPlace: false, from: at })
  return pieces
}

/** What a place is called: the label of its name, or what stands in it. */
export function placeLabel(
  source: string,
  names: readonly PlaceName[],
  { text }: Pick<WidgetContext, 'text'>,
): string {
  const name = source.trim()
  const label = names.find((one) => one.name === name)?.label
  return label === undefined ? name : text(label)
}
