import { verbs } from '@runtime/action'
import { functionCatalogue } from '@runtime/expression/functions/catalogue'
import { nodes } from '@runtime/page'
import type { Text, Translator } from '@runtime/text'
import { HANDBOOK_KINDS } from '@services/contract/areas/lowcode/handbook'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { catalogue } from '@widgets/definitions'
import type { Guide } from './guides'

export type Kind = (typeof HANDBOOK_KINDS)[number]

export interface Entry {
  /** `node/list` */
  readonly id: string
  readonly kind: Kind
  readonly name: string
  readonly title: string
}

/** All that the handbook has, by chapter: the guides, and whatever is registered. */
export function entriesOf(guides: readonly Guide[], text: Translator['text']): readonly Entry[] {
  const of: Readonly<Record<Kind, readonly (readonly [name: string, title: Text])[]>> = {
    guide: guides.map(({ name, title }) => [name, title]),
    widget: catalogue.all().map(({ key, title }) => [key, title]),
    node: [...nodes.values()].map(({ name, title }) => [name, title]),
    verb: [...verbs.keys()].map((name) => [name, '']),
    function: functionCatalogue.map(({ name }) => [name, '']),
    call: Object.values(calls as Readonly<Record<string, Call>>).map(({ name }) => [name, '']),
  }
  return HANDBOOK_KINDS.flatMap((kind) =>
    of[kind].map(([name, title]) => ({ id: `${kind}/${name}`, kind, name, title: text(title) })),
  )
}

/** As it stands in the index: found by its own name and by what people call it. */
export function labelOf({ kind, name, title }: Entry): string {
  return kind === 'guide' ? title : title === '' ? name : `${name} ${title}`
}
