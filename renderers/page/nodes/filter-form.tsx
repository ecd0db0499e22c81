import { IconDown, IconUp } from '@arco-design/web-react/icon'
import { type ReactNode, useId, useState } from 'react'
import { PHONE, useMedia } from '../../dialog'
import { useEvent, useNodeContext } from '../context'

interface FilterFormProps {
  readonly name: string
  readonly summary: string
  readonly children: ReactNode
}

/** A form that asks for what the page shows: its button stands in its last row; on a phone it is one line until it is opened. */
export function FilterForm({ name, summary, children }: FilterFormProps) {
  const { screen } = useNodeContext()
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEvent(screen, `${name}.fold`, () => setOpen(false))
  const isShown = isOpen || !isPhone
  return (
    <div>
      {isPhone && (
        <button
          type="button"
          className="loam-form-asked"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{summary}</span>
          {isOpen ? <IconUp /> : <IconDown />}
        </button>
      )}
      <div id={id} className="loam-form-asking">
        {isShown && children}
      </div>
    </div>
  )
}
