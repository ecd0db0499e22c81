import { isCalling } from '@runtime/field/alarm/state'
import type { Translate } from '@runtime/host'
import { ALARM_WIRE_STATE } from '@services/contract/areas/field/alarm'
import type { AlarmRow } from './cache'

/** A row as the table or, its times as text, an event's copy has it. */
export type AlarmCopy = {
  readonly [K in keyof AlarmRow]: AlarmRow[K] extends Date | null ? AlarmRow[K] | string : AlarmRow[K]
}

const millis = (time: Date | string | null) => (time === null ? null : new Date(time).getTime())
const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-06-01 10:20:30` */
export function momentText(at: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return format.format(at)
}

/** An alarm as callers see it (`services/contract/areas/field/alarm.ts`). */
export function alarmToWire(row: AlarmCopy, translate: Translate, zone: string) {
  const lastTime = millis(row.last_at) ?? 0
  const unit = row.params.unit ?? ''
  return {
    id: row.fid,
    fid: row.fid,
    projectId: row.project_id,
    project_id: row.project_id,
    inputField101: row.source_name,
    textareaField103: contentOf(row, translate),
    datepickerfield104: momentText(lastTime, zone),
    state: wireState(row),
    severity: row.severity,
    alarmState: row.state,
    version: row.version,
    seq: row.seq,
    // Copies of events that are older than the column have none.
    calledSeq: row.called_seq ?? 0,
    deviceId: row.source_id,
    sourceKind: row.source_kind,
    type: row.type,
    title: titleOf(row, translate),
    occurrences: row.occurrences,
    chattering: row.chattering ? 1 : 0,
    latch: row.latch ? 1 : 0,
    value: row.value,
    threshold: row.threshold,
    unit,
    firstTime: millis(row.first_at) ?? 0,
    lastTime,
    ackUser: row.ack_by,
    ackTime: millis(row.ack_at),
    ackNote: row.ack_note,
    shelvedUntil: millis(row.shelved_until),
    shelvedUser: row.shelved_by,
    shelveReason: row.shelve_reason,
    clearedTime: millis(row.cleared_at),
    closedTime: millis(row.closed_at),
  }
}

function wireState(row: AlarmCopy): number {
  if (row.closed_at !== null) return ALARM_WIRE_STATE.closed
  return isCalling(row.state) ? ALARM_WIRE_STATE.active : ALARM_WIRE_STATE.aside
}

const titleOf = ({ text, params }: Pick<AlarmCopy, 'text' | 'params'>, translate: Translate): string =>
  translate(text, params)

function contentOf(row: AlarmCopy, translate: Translate): string {
  const title = titleOf(row, translate)
  const { metric, unit = '', message } = row.params
  if (row.value !== null && row.threshold !== null && metric !== undefined)
    return translate('@alarm.content.metric', {
      title,
      metric: translate(metric),
      value: rounded(row.value),
      threshold: rounded(row.threshold),
      unit: unit === '' ? '' : ` ${unit}`,
    })
  // A device that says no more than the name of its event says nothing new where that has a text.
  const isNews = message !== undefined && (message !== row.type || row.text !== `@alarm.type.${row.type}`)
  return isNews ? translate('@alarm.content.message', { title, message }) : title
}

/** What somebody else has told last of the cause of an alarm. */
export function alsoOf({ params: { also } }: AlarmCopy, translate: Translate): string {
  if (!also) return ''
  const title = translate(also.text, also.params)
  const { message } = also.params
  return message === undefined ? title : translate('@alarm.content.message', { title, message })
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
