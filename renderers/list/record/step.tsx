import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { ReactNode } from 'react'
import { useHost } from '../../host'

/** An act that is only its sign: its words are for who asks. */
export function Step({
  icon,
  text,
  size = 'default',
  onPress,
}: {
  readonly icon: ReactNode
  readonly text: `@${string}`
  readonly size?: 'small' | 'default'
  /** Null: it leads nowhere. */
  readonly onPress: (() => void) | null
}) {
  const label = useHost().text(text)
  return (
    <Button
      type="text"
      size={size}
      icon={icon}
      aria-label={label}
      title={label}
      disabled={onPress === null}
      onClick={onPress ?? undefined}
    />
  )
}
