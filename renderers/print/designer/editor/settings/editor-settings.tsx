import { useHost } from '@renderers/host'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEffect, useRef } from 'react'
import '../editor.css'
import type { Kept } from '../kept'
import type { TemplateEditor } from '../template-editor'
import { useEditorValue } from '../use-editor-value'
import { PictureSettings } from './picture-settings'
import { PlaceSettings } from './place-settings'
import { TableSettings } from './table-settings'
import { TextSettings } from './text-settings'

type Chosen =
  | { readonly kind: 'place'; readonly at: number; readonly expression: string }
  | { readonly kind: 'picture'; readonly at: number; readonly kept: Kept }
  | { readonly kind: 'text' }

function chosenIn({ state: { selection } }: Editor): Chosen {
  if (!(selection instanceof NodeSelection)) return { kind: 'text' }
  const { node, from: at } = selection
  if (node.type.name === 'place') return { kind: 'place', at, expression: node.attrs['expression'] }
  return node.type.name === 'picture' ? { kind: 'picture', at, kept: node.attrs['kept'] } : { kind: 'text' }
}

/** The settings of what is chosen in the sheet; Enter on a place or a picture leads here, Escape back. */
export function EditorSettings({ editor }: { readonly editor: TemplateEditor }) {
  const host = useHost()
  const panel = useRef<HTMLFieldSetElement>(null)
  const { tiptap } = editor
  const chosen = useEditorValue(editor, chosenIn)
  const isOff = !useEditorValue(editor, ({ isEditable }) => isEditable)
  useEffect(() => {
    const { place } = tiptap.storage
    place.openSettings = () =>
      (panel.current?.querySelector<HTMLElement>(FOCUSABLE) ?? panel.current)?.focus()
    return () => {
      place.openSettings = null
    }
  }, [tiptap])
  return (
    <fieldset
      ref={panel}
      className="loam-print-settings"
      tabIndex={-1}
      aria-label={host.text('@printEditor.settings')}
      // Before a choice takes the key for itself; one that is open is closed by it first.
      onKeyDownCapture={({ key, target }) => {
        const isOpen = (target as Element).closest('[aria-expanded=true]') !== null
        if (key === 'Escape' && !isOpen) tiptap.view.focus()
      }}
    >
      {chosen.kind === 'place' && <PlaceSettings key={chosen.at} editor={editor} isOff={isOff} {...chosen} />}
      {chosen.kind === 'picture' && (
        <PictureSettings key={chosen.at} editor={editor} isOff={isOff} {...chosen} />
      )}
      {chosen.kind === 'text' && <TextSettings editor={editor} isOff={isOff} />}
      <TableSettings editor={editor} isOff={isOff} />
    </fieldset>
  )
}

const FOCUSABLE = 'input:not(:disabled), textarea:not(:disabled), [role=combobox], button:not(:disabled)'
