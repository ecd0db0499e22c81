import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { type ReactNode, useState } from 'react'
import { Popup } from '../../../dialog'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { placeOf } from './frame'

/** A text that is being written, before it is taken. */
export interface Draft {
  readonly id: string
  readonly label: string
  readonly text: string
  readonly write: (text: string) => void
}

/**
 * A text in a language, written in a drawer and taken when it is done.
 * @param begin what the drawer begins with, which need not be taken
 */
export function InDrawer({
  props,
  begin,
  isWritten,
  children,
}: {
  readonly props: FieldProps
  readonly begin: (text: string) => string
  readonly isWritten: (text: string) => boolean
  readonly children: (draft: Draft) => ReactNode
}) {
  const place = placeOf(props)
  const host = useHost()
  const text = typeof props.formData === 'string' ? props.formData : ''
  const begun = begin(text)
  const [draft, write] = useState<string | null>(null)
  const done = () => {
    if (draft !== null && draft !== begun) place.set(draft === '' ? undefined : draft)
    write(null)
  }
  const count = text.split('\n').length
  const said = isWritten(text)
    ? host.text('@design.editor.written', { count })
    : host.text('@design.editor.empty')
  return (
    <div className="loam-inspector-named">
      <span className="loam-form-label">{place.label}</span>
      <div className="loam-inspector-acts">
        <Button
          id={place.id}
          size="mini"
          aria-label={`${host.text('@design.editor.open')} ${place.label}`}
          onClick={() => write(begun)}
        >
          {host.text('@design.editor.open')}
        </Button>
        <span>{said}</span>
      </div>
      <Popup
        mode="drawer"
        width="min(760px, 100%)"
        title={place.label}
        visible={draft !== null}
        dirty={() => draft !== null && draft !== begun}
        onClose={() => write(null)}
        footer={
          <Button type="primary" onClick={done}>
            {host.text('@design.editor.done')}
          </Button>
        }
      >
        {draft !== null && children({ id: `${place.id}_code`, label: place.label, text: draft, write })}
      </Popup>
    </div>
  )
}

/** Code that is coloured, and no more. */
export function PlainCode({
  draft: { id, label, text, write },
  language,
}: {
  readonly draft: Draft
  readonly language: 'javascript' | 'text'
}) {
  return (
    <Edit
      of="code"
      field={{ id, label }}
      settings={SETTINGS[language]}
      value={text}
      onChange={(next) => write(typeof next === 'string' ? next : '')}
    />
  )
}

const ROWS = { minRows: 20, maxRows: 34 }
const SETTINGS = {
  javascript: { language: 'javascript', autoSize: ROWS },
  text: { language: 'text', autoSize: ROWS },
}

const asItIs = (text: string) => text
const isNotBlank = (text: string) => text.trim() !== ''

export const CssEditor = (props: FieldProps) => (
  <InDrawer props={props} begin={asItIs} isWritten={isNotBlank}>
    {(draft) => <PlainCode draft={draft} language="text" />}
  </InDrawer>
)
