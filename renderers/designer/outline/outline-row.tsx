import { IconCaretDown, IconCaretRight, IconEyeInvisible } from '@arco-design/web-react/icon'
import type { OutlineNode } from '@runtime/design/outline'
import type { DesignSession } from '@runtime/design/session'
import type { CSSProperties, MouseEvent } from 'react'
import { useHost } from '../../host'
import { nodeText } from '../keys'
import { WidgetIcon } from '../widget-icon'
import { RenameBox } from './rename-box'

export interface OutlineRowProps {
  readonly session: DesignSession
  readonly node: OutlineNode
  readonly id: string
  readonly style: CSSProperties
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly isCursor: boolean
  readonly isRenamed: boolean
  readonly hasProblem: boolean
  readonly onPress: (event: MouseEvent) => void
  readonly onFold: () => void
  readonly onEdit: () => void
  readonly onRenamed: () => void
}

/** A node of the form: what it is, its label and name, and what stands out about it. */
export function OutlineRow(props: OutlineRowProps) {
  const { session, node, id, style, isOpen, isChosen, isCursor, onPress, onFold } = props
  const host = useHost()
  const mark = (name: string) => host.text(`@outline.mark.${name}`)
  const Caret = isOpen ? IconCaretDown : IconCaretRight
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={node.level}
      aria-setsize={node.size}
      aria-posinset={node.position}
      aria-selected={isChosen}
      aria-expanded={node.isParent ? isOpen : undefined}
      className={isCursor ? 'loam-outline-row loam-outline-cursor' : 'loam-outline-row'}
      style={{ ...style, paddingInlineStart: 4 + (node.level - 1) * 16 }}
      onMouseDown={(event) => {
        // The tree has the focus, and a range is no text.
        if (!props.isRenamed) event.preventDefault()
      }}
      onClick={onPress}
      onDoubleClick={props.onEdit}
    >
      <span
        className="loam-outline-fold"
        aria-hidden
        onClick={(event) => {
          if (!node.isParent) return
          event.stopPropagation()
          onFold()
        }}
      >
        {node.isParent && <Caret />}
      </span>
      <span className="loam-outline-icon" aria-hidden>
        <WidgetIcon name={node.icon} />
      </span>
      {props.isRenamed ? (
        <RenameBox session={session} node={node} onDone={props.onRenamed} />
      ) : (
        <>
          <span className="loam-outline-label">{nodeText(host, node)}</span>
          {node.isRequired && (
            <span className="loam-outline-required" role="img" aria-label={mark('required')}>
              *
            </span>
          )}
          <span className="loam-outline-name">{node.name}</span>
          {node.isHidden && (
            <span className="loam-outline-hidden" role="img" aria-label={mark('hidden')}>
              <IconEyeInvisible />
            </span>
          )}
          {props.hasProblem && (
            <span className="loam-outline-problem" role="img" aria-label={mark('problem')} />
          )}
        </>
      )}
    </div>
  )
}
