import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { EMPTY_SCRIPT, isWritten } from '@runtime/form/formdata/scripts'
import { useState } from 'react'
import { Popup } from '../../../dialog'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { placeOf } from './frame'

interface Language {
  readonly settings: object
  /** What stands there where nothing has been written. */
  readonly empty: string
  readonly isWritten: (text: string) => boolean
}

/** A text in a language, written in a drawer and taken when it is done. */
function InDrawer({ props, language }: { readonly props: FieldProps; readonly language: Language }) {
  const { empty } = language
  const place = placeOf(props)
  const host = useHost()
  const text = typeof props.formData === 'string' ? props.formData : ''
  const [draft, write] = useState<string | null>(null)
  const done = () => {
    if (draft !== null && draft !== (text || empty)) place.set(draft === '' ? undefined : draft)
    write(null)
  }
  const count = text.split('\n').length
  const said = language.isWritten(text)
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
          onClick={() => write(text || empty)}
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
        dirty={() => draft !== null && draft !== (text || empty)}
        onClose={() => write(null)}
        footer={
          <Button type="primary" onClick={done}>
            {host.text('@design.editor.done')}
          </Button>
        }
      >
        <Edit
          of="code"
          field={{ id: `${place.id}_code`, label: place.label }}
          settings={language.settings}
          value={draft}
          onChange={(next) => write(String(next ?? ''))}
        />
      </Popup>
    </div>
  )
}

const ROWS = { minRows: 20, maxRows: 34 }
const SCRIPT: Language = {
  settings: { language: 'javascript', autoSize: ROWS },
  empty: EMPTY_SCRIPT,
  isWritten,
}
const CSS: Language = {
  settings: { language: 'text', autoSize: ROWS },
  empty: '',
  isWritten: (text) => text.trim() !== '',
}

export const ScriptEditor = (props: FieldProps) => <InDrawer props={props} language={SCRIPT} />
export const CssEditor = (props: FieldProps) => <InDrawer props={props} language={CSS} />
