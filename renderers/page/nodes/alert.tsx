import { Alert } from '@arco-design/web-react'
import '@arco-design/web-react/es/Alert/style/css.js'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'

export function AlertNode({ node: { kind, title, text } }: NodeProps<'alert'>) {
  const { screen, scope } = useNodeContext()
  return (
    <Alert
      type={kind}
      {...(title && { title: screen.text(title, scope) })}
      content={screen.text(text, scope)}
    />
  )
}
