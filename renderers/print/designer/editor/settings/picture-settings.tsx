import { useHost } from '@renderers/host'
import type { Editor } from '@tiptap/core'
import { type Kept, withAttribute } from '../kept'
import { pxOf } from '../length'
import type { TemplateEditor } from '../template-editor'
import { NumberControl, TextControl } from './controls'

interface PictureSettingsProps {
  readonly editor: TemplateEditor
  readonly at: number
  readonly kept: Kept
  readonly isOff: boolean
}

/** How wide a chosen picture is, and what is said in its place. */
export function PictureSettings({ editor, at, kept, isOff }: PictureSettingsProps) {
  const host = useHost()
  const set = (name: string, value: string | null) =>
    setKept(editor.tiptap, at, withAttribute(kept, name, value))
  return (
    <>
      <h3>{host.text('@printEditor.picture')}</h3>
      <NumberControl
        label={host.text('@printEditor.width')}
        isOff={isOff}
        value={pxOf(kept['width'] ?? '')}
        min={1}
        max={2000}
        precision={0}
        unit="px"
        onChange={(width) => set('width', width === null ? null : String(width))}
      />
      <TextControl
        label={host.text('@printEditor.alt')}
        isOff={isOff}
        value={kept['alt'] ?? ''}
        onChange={(alt) => set('alt', alt === '' ? null : alt)}
      />
    </>
  )
}

function setKept({ state, view }: Editor, at: number, kept: Kept): void {
  view.dispatch(state.tr.setNodeAttribute(at, 'kept', kept))
}
