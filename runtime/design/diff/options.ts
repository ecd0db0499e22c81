import { asWord, isRecord } from '../../json'
import type { Change, Said } from './change'
import { several, short } from './values'

interface Choice {
  readonly label: string
}

/** What becomes of a field's choices; null where they are not written in the form both times. */
export function optionChanges(
  before: unknown,
  after: unknown,
): readonly Pick<Change, 'weight' | 'text' | 'params'>[] | null {
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return null
  const [old, next] = [choicesIn(before), choicesIn(after)]
  const gone = [...old].filter(([value]) => !next.has(value))
  const come = [...next].filter(([value]) => !old.has(value))
  const called = [...next].flatMap(([value, { label }]): readonly Said[] => {
    const earlier = old.get(value)?.label
    if (earlier === undefined || earlier === label) return []
    return [{ text: '@diff.fromTo', with: { before: short(earlier), after: short(label) } }]
  })
  const labels = (list: readonly (readonly [string, Choice])[]) =>
    several(list.map(([value, { label }]) => short(label || value)))
  return [
    ...(gone.length > 0
      ? [{ weight: 'loss' as const, text: '@diff.optionsRemoved', params: { options: labels(gone) } }]
      : []),
    ...(come.length > 0
      ? [{ weight: 'other' as const, text: '@diff.optionsAdded', params: { options: labels(come) } }]
      : []),
    ...(called.length > 0
      ? [{ weight: 'other' as const, text: '@diff.optionsRelabelled', params: { options: several(called) } }]
      : []),
  ]
}

/** Choices by what is stored, those below others among them. */
function choicesIn(list: unknown): ReadonlyMap<string, Choice> {
  const choices = new Map<string, Choice>()
  const walk = (items: unknown) => {
    for (const item of Array.isArray(items) ? items : []) {
      if (!isRecord(item)) choices.set(asWord(item), { label: asWord(item) })
      else {
        const { value, label } = item
        choices.set(asWord(value ?? ''), {
          label: isRecord(label) ? asWord(label['zh'] ?? label) : asWord(label ?? ''),
        })
        walk(item['children'])
      }
    }
  }
  walk(list)
  return choices
}
