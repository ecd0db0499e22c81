import { asRecord, asWord, isRecord } from '../../json'
import type { WidgetCatalogue } from '../../widget/definition'
import type { FormPlan } from '../plan'
import { nodeAt } from './node-at'
import { foreignNameOf } from './widget-at'

/** Widgets by their 3.5 names that one from elsewhere may become: those that work without naming anything else. */
export const STAND_INS: Readonly<Record<'places' | 'holders', readonly string[]>> = {
  places:
    `input textarea inputNumber switch radio checkbox select cascader treeSelect autoComplete datePicker timePicker
    dateRange numRange uploadImg uploadFile userSelect usersSelect organizeSelect depSelect posSelect roleSelect
    groupSelect areaSelect editor rate slider colorPicker link text alert divider qrcode barcode`.split(
      /\s+/,
    ),
  holders: ['card', 'row', 'table'],
}

/** What a name says of its widget, the most telling words first. */
const TELLING: readonly (readonly [word: string, widget: string])[] = [
  ['uploadfile', 'uploadFile'],
  ['fileupload', 'uploadFile'],
  ['file', 'uploadFile'],
  ['attach', 'uploadFile'],
  ['image', 'uploadImg'],
  ['img', 'uploadImg'],
  ['photo', 'uploadImg'],
  ['picture', 'uploadImg'],
  ['upload', 'uploadImg'],
  ['daterange', 'dateRange'],
  ['timerange', 'timeRange'],
  ['date', 'datePicker'],
  ['calendar', 'datePicker'],
  ['time', 'timePicker'],
  ['number', 'inputNumber'],
  ['amount', 'inputNumber'],
  ['user', 'userSelect'],
  ['dep', 'depSelect'],
  ['pos', 'posSelect'],
  ['role', 'roleSelect'],
  ['org', 'organizeSelect'],
  ['area', 'areaSelect'],
  ['address', 'areaSelect'],
  ['tree', 'treeSelect'],
  ['cascad', 'cascader'],
  ['switch', 'switch'],
  ['radio', 'radio'],
  ['check', 'checkbox'],
  ['select', 'select'],
  ['editor', 'editor'],
  ['rich', 'editor'],
  ['color', 'colorPicker'],
  ['rate', 'rate'],
  ['slider', 'slider'],
  ['text', 'textarea'],
  ['input', 'input'],
]

/** Telling words that stand inside other words: `textarea` is no area. */
const WHOLE: Readonly<Record<string, string>> = { textarea: 'textarea' }

/** A kind of widget that nothing here draws, once however many places have it. */
export interface ForeignWidget {
  /** As the document calls it. */
  readonly name: string
  /** Labels of the places that have it. */
  readonly labels: readonly string[]
  readonly places: number
  /** Whether other widgets stand in it. */
  readonly holds: boolean
  /** What its name says that it is; empty where it says nothing. */
  readonly suggested: string
}

/** What becomes of foreign widgets: names of widgets here by the names that the document has. */
export type StandIns = ReadonlyMap<string, string>

/** The kinds of widgets of a form that nothing here draws, in the form's order. */
export function foreignWidgets(plan: FormPlan, catalogue: WidgetCatalogue): readonly ForeignWidget[] {
  const found = new Map<string, ForeignWidget>()
  for (const { pointer, message } of plan.losses) {
    if (message !== '@form.loss.unknownWidget') continue
    const node = nodeAt(plan.source, pointer)
    const name = foreignNameOf(node)
    if (name === '' || catalogue.byJnpfKey(name)) continue
    const before = found.get(name)
    const { label, children } = asRecord(node['__config__'])
    found.set(name, {
      name,
      labels: [...(before?.labels ?? []), ...(asWord(label) === '' ? [] : [asWord(label)])],
      places: (before?.places ?? 0) + 1,
      holds: before?.holds === true || (Array.isArray(children) && children.length > 0),
      suggested: '',
    })
  }
  return [...found.values()].map((one) => ({ ...one, suggested: suggestedFor(one) }))
}

/** Whether a widget here may stand for a foreign one: what holds others stays something that holds them. */
export function mayStandFor({ holds }: Pick<ForeignWidget, 'holds'>, widget: string): boolean {
  return (holds ? STAND_INS.holders : STAND_INS.places).includes(widget)
}

function suggestedFor({ name, holds }: ForeignWidget): string {
  if (holds) return 'card'
  const letters = name.toLowerCase().replaceAll('-', '').replaceAll('_', '')
  return WHOLE[letters] ?? TELLING.find(([word]) => letters.includes(word))?.[1] ?? ''
}

/**
 * A document of a model whose foreign widgets are what was chosen for them; each keeps what it came as. The same object
 * where there is none of them.
 */
export function withStandIns<V>(document: V, chosen: StandIns): V {
  return (chosen.size === 0 ? document : replaced(document, chosen)) as V
}

function replaced(value: unknown, chosen: StandIns): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, chosen))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, member]) => [key, replaced(member, chosen)] as const)
  const inner = entries.some(([key, member]) => member !== value[key]) ? Object.fromEntries(entries) : value
  const name = foreignNameOf(value)
  const widget = name === '' ? undefined : chosen.get(name)
  if (widget === undefined) return inner
  const config = inner['__config__']
  return {
    ...inner,
    ...('jnpfKey' in inner && { jnpfKey: widget }),
    ...(isRecord(config) && { __config__: { ...config, jnpfKey: widget, cameAs: name } }),
  }
}

/** What was chosen when a form came in: its widgets say what they came as. */
export function chosenBefore(formData: unknown): StandIns {
  const chosen = new Map<string, string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (isRecord(value)) {
      const { cameAs, jnpfKey, children } = asRecord(value['__config__'])
      if (typeof cameAs === 'string' && typeof jnpfKey === 'string') chosen.set(cameAs, jnpfKey)
      walk(children)
    }
  }
  walk(asRecord(formData)['fields'])
  return chosen
}
