import type { FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { asRecord } from '@runtime/json'
import type { CustomAct } from '@runtime/list/plan'
import { loadModel, type Model } from './model'
import { readRecord, TOAST } from './record-reading'
import type { Row } from './source'

type FormAct = Extract<CustomAct, { kind: 'form' }>
type InterfaceAct = Extract<CustomAct, { kind: 'interface' }>
type ScriptAct = Extract<CustomAct, { kind: 'script' }>

/** The record that a custom button was pressed on, as it is stored: the list shows only a part of it. */
export interface ActedOn {
  readonly modelId: string
  readonly menuId: string
  readonly id: string
}

/** A press of a custom button. */
export interface CustomPress {
  readonly act: CustomAct
  /** What the button says. */
  readonly label: string
  readonly row: Row
  /** The row's place among those it is shown with; -1: it is not among them. */
  readonly index: number
  readonly place: ActedOn
  readonly host: Host
  /** What is shown of the records has changed. */
  readonly refresh: () => void
}

/** A form that a custom button opens, for a new record. */
export interface CustomForm {
  readonly model: Model
  readonly start: FormRecord
  /** Empty: the button names none. */
  readonly title: string
}

/**
 * Does what a button of the model's own does, after asking where it asks; the form that is to be filled in then, null for none.
 * @throws CallError
 */
export async function runCustom(press: CustomPress): Promise<CustomForm | null> {
  const { act, place, host, refresh } = press
  if (act.confirm !== null && !(await host.confirm({ text: host.text(act.confirm) }))) return null
  if (act.kind === 'form') return { ...(await openedForm(act, place, host)), title: host.text(act.title) }
  if (act.kind === 'script') await runScript(act, press)
  else {
    host.toast('success', await callInterface(act, place, host), TOAST)
    refresh()
  }
  return null
}

async function valuesOf(place: ActedOn, host: Host): Promise<Readonly<Record<string, unknown>>> {
  const { record } = await readRecord(host, place)
  return { ...asRecord(record), id: place.id }
}

/** Another model's form, in the popup that the button asks for, and what a new record of it begins with. */
async function openedForm(
  act: FormAct,
  place: ActedOn,
  host: Host,
): Promise<{ readonly model: Model; readonly start: FormRecord }> {
  const [values, other] = await Promise.all([
    valuesOf(place, host),
    loadModel(act.modelId, host, new AbortController().signal),
  ])
  const { layout } = other.form
  const widths = { ...layout.widths, [act.popup]: act.width }
  const form = { ...other.form, layout: { ...layout, popup: act.popup, widths } }
  const start = Object.fromEntries(act.fields.map(({ from, to }) => [to, values[from] ?? null]))
  return { model: { ...other, form }, start }
}

/** Calls the button's data interface with what it takes from the record. @throws CallError */
async function callInterface(act: InterfaceAct, place: ActedOn, host: Host): Promise<string> {
  const values = await valuesOf(place, host)
  const paramList = act.params.map(({ name, from }) => ({
    field: name,
    defaultValue: 'field' in from ? (values[from.field] ?? '') : from.value,
  }))
  return (await host.call('dataInterface.preview', { id: act.id, paramList })).msg
}

/** Runs the button's script over its row, in the sandbox, which is fetched with the first one. */
async function runScript(act: ScriptAct, { row, index, label, host, refresh }: CustomPress): Promise<void> {
  const { runScriptOfList } = await import('../script')
  const script = { source: act.source, place: label, names: { data: row, index } }
  await runScriptOfList(script, host, refresh)
}
