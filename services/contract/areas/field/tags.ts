/** Tags of what the field keeps: a screen that shows such things is asked again when one changes. */
export type FieldTag =
  | 'project'
  | 'gateway'
  | 'device'
  | 'pipe'
  | 'node'
  | 'block'
  | 'recipe'
  | 'group'
  | 'schedule'
  | 'run'
  | 'alarms'
  | 'alarmRule'
  | 'deviceAside'
  | 'history'

/**
 * What a change of one of them changes besides: lists show names and counts of what is around a thing. A device’s name
 * stands in rules, a pipe’s in nodes and devices.
 */
const AROUND: Readonly<Record<FieldTag, readonly FieldTag[]>> = {
  project: [],
  gateway: ['device', 'project'],
  device: ['gateway', 'project', 'node', 'recipe', 'alarmRule'],
  pipe: ['node', 'device'],
  node: ['pipe', 'device', 'group'],
  block: ['node', 'device'],
  recipe: [],
  group: [],
  schedule: [],
  run: ['group'],
  alarms: [],
  alarmRule: [],
  deviceAside: [],
  history: [],
}

/** `changes` of a call that changes such things. */
export function changesOf(...tags: readonly FieldTag[]): readonly FieldTag[] {
  return [...new Set(tags.flatMap((tag) => [tag, ...AROUND[tag]]))]
}
