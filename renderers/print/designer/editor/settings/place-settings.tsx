import { useHost } from '@renderers/host'
import type { Editor } from '@tiptap/core'
import { type Place, readPlace, writePlace } from '../place'
import { conditionProblem, placeWords } from '../place-words'
import type { TemplateEditor } from '../template-editor'
import { TextControl } from './controls'
import { DrawingSettings } from './drawing-settings'
import { ValueSettings } from './value-settings'

interface PlaceSettingsProps {
  readonly editor: TemplateEditor
  readonly at: number
  readonly expression: string
  readonly isOff: boolean
}

/** What a chosen place prints, and how. */
export function PlaceSettings({ editor, at, expression, isOff }: PlaceSettingsProps) {
  const host = useHost()
  const { fields } = editor.tiptap.storage.place
  const place = readPlace(expression)
  const { label, problem } = placeWords(expression, fields, host.text)
  const change = (next: Exclude<Place, { kind: 'unknown' }>) =>
    setExpression(editor.tiptap, at, writePlace(next))
  const own = { fields, isOff, onChange: change }
  return (
    <>
      <h3>{place.kind === 'if' ? host.text('@printEditor.condition') : label}</h3>
      {place.kind === 'value' && <ValueSettings {...own} place={place} />}
      {place.kind === 'drawing' && <DrawingSettings {...own} place={place} />}
      {place.kind === 'if' && (
        <TextControl
          label={host.text('@printEditor.expression')}
          isLong
          isOff={isOff}
          value={place.condition}
          error={conditionProblem(place.condition, host.text)}
          onChange={(condition) => change({ kind: 'if', condition })}
        />
      )}
      {place.kind === 'if' && <p className="loam-print-note">{host.text('@printEditor.conditionNote')}</p>}
      {place.kind === 'unknown' && (
        <TextControl
          label={host.text('@printEditor.expression')}
          isOff={isOff}
          value={expression}
          error={problem}
          onChange={(text) => setExpression(editor.tiptap, at, text.replace(/[{}]/g, ''))}
        />
      )}
      {problem !== null && (place.kind === 'value' || place.kind === 'drawing') && (
        <p className="loam-print-setting-error">{problem}</p>
      )}
    </>
  )
}

/** The place stays chosen. */
function setExpression({ state, view }: Editor, at: number, expression: string): void {
  view.dispatch(state.tr.setNodeAttribute(at, 'expression', expression))
}
