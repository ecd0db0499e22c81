/** Settings that refuse no value: what a field looks like, and what a save brings into shape by itself. */
const LOOKS: ReadonlySet<string> = new Set([
  ...[
    'addonAfter',
    'addonBefore',
    'addText',
    'autoSize',
    'buttonText',
    'clearable',
    'colorFormat',
    'controls',
  ],
  ...['controlsPosition', 'defaultCurrent', 'filterable', 'isAmountChinese', 'lineNumbers', 'nameText'],
  ...[
    'placeholder',
    'precision',
    'presets',
    'separator',
    'showAllLevels',
    'showAlpha',
    'showScore',
    'showStops',
  ],
  ...['showText', 'summary', 'thousands', 'times', 'timeZone', 'valueText'],
  // Compared as what they come to.
  'options',
])

/** Settings of which more is more room, or less is. */
const MOST: ReadonlySet<string> = new Set(['max', 'maxlength', 'count', 'limit'])
const LEAST: ReadonlySet<string> = new Set(['min'])
/** Settings that give room where they are on, or take it. */
const GIVES: ReadonlySet<string> = new Set(['allowHalf'])
const TAKES: ReadonlySet<string> = new Set(['lastLevel', 'stepStrictly'])

/** Whether a setting that has changed refuses nothing that it let pass; of one that is not known it is not taken for granted. */
export function isRoomier(
  name: string,
  then: unknown,
  now: unknown,
  settings: Readonly<Record<string, unknown>>,
): boolean {
  if (LOOKS.has(name)) return true
  if (name === 'step') return settings['stepStrictly'] === false
  if (GIVES.has(name)) return now === true
  if (TAKES.has(name)) return now !== true
  if (!MOST.has(name) && !LEAST.has(name)) return false
  if (now === undefined) return true
  if (typeof then !== 'number' || typeof now !== 'number') return false
  return MOST.has(name) ? now >= then : now <= then
}
