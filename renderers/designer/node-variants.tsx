import type { NodeDefinition } from '@runtime/page'
import { type ExampleVariant, examples } from '@runtime/page/examples'
import { RadioRow } from '@widgets/shared/radio-row'
import { useState } from 'react'
import { useHost } from '../host'
import { NodeSample } from './node-sample'

/** The usual example of a node, which is none of its further ways. */
const USUAL = -1

/** A node at work in its usual way, or in a further one that is chosen. */
export function NodeVariants({
  definition,
  variants,
}: {
  readonly definition: NodeDefinition
  readonly variants: readonly ExampleVariant[]
}) {
  const host = useHost()
  const [chosen, setChosen] = useState(USUAL)
  const example = variants[chosen]?.example ?? examples[definition.name as keyof typeof examples]
  return (
    <>
      {variants.length > 0 && (
        <RadioRow
          type="button"
          size="small"
          aria-label={host.text('@gallery.variants')}
          value={chosen}
          onChange={setChosen}
          options={[
            { value: USUAL, label: host.text('@gallery.usual') },
            ...variants.map(({ title }, value) => ({ value, label: host.text(title) })),
          ]}
        />
      )}
      <NodeSample key={chosen} definition={definition} example={example} />
    </>
  )
}
