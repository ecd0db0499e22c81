import { Descriptions } from '@arco-design/web-react'
import '@arco-design/web-react/es/Descriptions/style/css.js'
import { interpolate } from '@runtime/expression'
import { PHONE, useMedia } from '../../dialog'
import { usePlace } from '../context'
import type { NodeProps } from '../node'

interface Line {
  readonly label: unknown
  readonly value: unknown
}

export function DescriptionsNode({ node }: NodeProps) {
  const { screen, scope } = usePlace()
  const narrow = useMedia(PHONE)
  const columns = (node['columns'] as number | undefined) ?? 2
  return (
    <Descriptions
      title={node['title'] === undefined ? undefined : screen.say(node['title'], scope)}
      column={narrow ? 1 : columns}
      data={(node['items'] as readonly Line[]).map(({ label, value }) => ({
        label: screen.say(label, scope),
        value: shown(interpolate(value, scope)),
      }))}
    />
  )
}

/** An empty value is a dash: that nothing is there is said. */
function shown(value: unknown): string {
  return value === undefined || value === null || value === '' ? '—' : String(value)
}
