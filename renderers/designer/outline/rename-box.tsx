import { found } from '@runtime/design/address'
import { sayingText } from '@runtime/design/coded'
import type { OutlineNode } from '@runtime/design/outline'
import type { DesignSession } from '@runtime/design/session'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'

export interface RenameBoxProps {
  readonly session: DesignSession
  readonly node: OutlineNode
  readonly onDone: () => void
}

/** A node's label, typed in its line: the form follows each key, all of it one step; Escape takes it back. */
export function RenameBox({ session, node, onDone }: RenameBoxProps) {
  const host = useHost()
  const [before] = useState(node.label)
  const [label, setLabel] = useState(node.label)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    session.seal()
    box.current?.select()
    return () => session.seal()
  }, [session])
  const write = (value: string) => {
    const { address, labelAt = [] } = node
    const saying = sayingText(address, found(session.tree, address), labelAt, value)
    session.run(saying, { typed: true })
  }
  const change = (value: string, isComposing: boolean) => {
    setLabel(value)
    if (!isComposing) write(value)
  }
  return (
    <input
      ref={box}
      className="loam-outline-rename"
      aria-label={host.text('@outline.rename')}
      value={label}
      onChange={({ target, nativeEvent }) =>
        change(target.value, (nativeEvent as InputEvent).isComposing === true)
      }
      onCompositionEnd={({ currentTarget }) => change(currentTarget.value, false)}
      onBlur={onDone}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') write(before)
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        event.preventDefault()
        onDone()
      }}
    />
  )
}
