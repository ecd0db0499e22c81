import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { CodeEditor } from '@widgets/shared/code-editor/editor'
import { useId, useState } from 'react'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { cleanTemplate, sourceLines } from './clean'
import type { TemplateEditor } from './editor'

const NO_LANGUAGE: [] = []
const nothing = () => undefined

/** The template's HTML, to be read or written; what a template may not hold is taken out of it, and named. */
export function SourceDialog({
  editor,
  isReadOnly,
  onClose,
}: {
  readonly editor: TemplateEditor
  readonly isReadOnly: boolean
  readonly onClose: () => void
}) {
  const host = useHost()
  const id = useId()
  const [opened] = useState(() => sourceLines(editor.template()))
  const [source, setSource] = useState(opened)
  const apply = () => {
    const { html, removed } = cleanTemplate(source)
    editor.setTemplate(html)
    if (removed.length > 0)
      host.toast('warning', host.text('@printDesign.removed', { what: removed.join('、') }))
    onClose()
  }
  return (
    <Popup
      mode="general"
      width="900px"
      title={host.text('@printDesign.source')}
      visible
      dirty={() => source !== opened}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{host.text('@common.cancel')}</Button>
          {!isReadOnly && (
            <Button type="primary" disabled={source === opened} onClick={apply}>
              {host.text('@printDesign.apply')}
            </Button>
          )}
        </>
      }
    >
      <CodeEditor
        id={id}
        label={host.text('@printDesign.source')}
        value={source}
        onChange={setSource}
        onBlur={nothing}
        readonly={isReadOnly}
        placeholder=""
        error={null}
        autoFocus
        disabled={false}
        required={false}
        extensions={NO_LANGUAGE}
        rows={{ minRows: 12, maxRows: 24 }}
        numbered
      />
    </Popup>
  )
}
