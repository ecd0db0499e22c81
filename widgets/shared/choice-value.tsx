import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { choiceColour } from '@runtime/widget/choice-colour'
import type { Option } from '@runtime/widget/definition'
import type { ReactNode } from 'react'
import { ChoiceTag } from './choice-tag'
import { useDictionary } from './use-dictionary'

/** Widgets whose value is one of a few choices. */
const CHOICES: ReadonlySet<string> = new Set(['select', 'radio', 'tree-select'])

type Source = { readonly dictionary: string; readonly value: 'id' | 'enCode' } | readonly Option[]

function sourceOf({ widget, options }: FieldPlan): Source | undefined {
  if (!CHOICES.has(widget)) return undefined
  if (options?.kind === 'static') return options.options
  return options?.kind === 'dictionary' ? { dictionary: options.type, value: options.value } : undefined
}

/** Whether values of a field may be tags: their space is measured so. */
export function mayBeTag(field: FieldPlan): boolean {
  const source = sourceOf(field)
  return source !== undefined && (!isWritten(source) || choiceColour(source, '') !== undefined)
}

/** One value of a choice: a tag where its choices have colours, else as it is. */
export function ChoiceValue({
  host,
  field,
  value,
  children,
}: {
  readonly host: Host
  readonly field: FieldPlan
  readonly value: unknown
  readonly children: ReactNode
}) {
  const source = sourceOf(field)
  if (source === undefined || Array.isArray(value)) return <>{children}</>
  if (!isWritten(source))
    return (
      <DictionaryValue {...source} host={host} chosen={value}>
        {children}
      </DictionaryValue>
    )
  return <Coloured colour={choiceColour(source, value)}>{children}</Coloured>
}

function DictionaryValue({
  host,
  dictionary,
  value,
  chosen,
  children,
}: {
  readonly host: Host
  readonly dictionary: string
  readonly value: 'id' | 'enCode'
  readonly chosen: unknown
  readonly children: ReactNode
}) {
  return <Coloured colour={choiceColour(useDictionary(host, dictionary, value), chosen)}>{children}</Coloured>
}

function Coloured({
  colour,
  children,
}: {
  readonly colour: ReturnType<typeof choiceColour>
  readonly children: ReactNode
}) {
  return colour === undefined ? children : <ChoiceTag colour={colour}>{children}</ChoiceTag>
}

function isWritten(source: Source): source is readonly Option[] {
  return Array.isArray(source)
}
