import { Descriptions } from '@arco-design/web-react'
import '@arco-design/web-react/es/Descriptions/style/css.js'
import { PHONE, useMedia } from '../../dialog'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function DescriptionsNode({ node: { title, columns, items } }: NodeProps<'descriptions'>) {
  const { screen, scope } = useNodeContext()
  const narrow = useMedia(PHONE)
  return (
    <Descriptions
      title={title && screen.text(title, scope)}
      column={narrow ? 1 : columns}
      data={items
        .filter(({ visible }) => visible?.holds(scope) ?? true)
        .map(({ label, value }) => ({
          label: screen.text(label, scope),
          value: shown(value.evaluate(scope)),
        }))}
    />
  )
}

/** An empty value is a dash: that nothing is there is said. */
function shown(value: unknown): string {
  return value === undefined || value === null || value === '' ? '—' : String(value)
}
