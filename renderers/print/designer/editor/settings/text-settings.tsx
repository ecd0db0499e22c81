import { useHost } from '@renderers/host'
import type { TemplateEditor } from '../template-editor'
import { type Align, blockStyle, setBlockStyle, setTextStyle, textStyle } from '../text-acts'
import { useEditorValue } from '../use-editor-value'
import { CheckControl, ChoiceControl, ColourControl, NumberControl } from './controls'

const ALIGNS: readonly Align[] = ['left', 'center', 'right', 'justify']
const LINE_HEIGHTS = ['1', '1.25', '1.5', '1.75', '2', '2.5', '3']

/** A length in two parts: `12pt` is 12 and `pt`. */
function sized(length: string): { readonly size: number | null; readonly unit: string } {
  const [, digits, unit = 'pt'] = /^([\d.]+)(pt|px)$/.exec(length) ?? []
  return { size: digits === undefined ? null : Number(digits), unit }
}

/** How the chosen text looks and its paragraphs stand. */
export function TextSettings({
  editor,
  isOff,
}: {
  readonly editor: TemplateEditor
  readonly isOff: boolean
}) {
  const host = useHost()
  const { tiptap } = editor
  const text = useEditorValue(editor, (one) => ({
    size: textStyle(one, 'font-size'),
    colour: textStyle(one, 'color'),
    background: textStyle(one, 'background-color'),
    spacing: textStyle(one, 'letter-spacing'),
    isBold: one.isActive('bold'),
    align: blockStyle(one.state, 'text-align'),
    lineHeight: blockStyle(one.state, 'line-height'),
  }))
  const { size, unit } = sized(text.size)
  const set = (property: string, value: string) => setTextStyle(tiptap, property, value === '' ? null : value)
  const setBlock = (property: string, value: string) =>
    setBlockStyle(tiptap, property, value === '' ? null : value)
  const usual = { value: '', label: host.text('@printEditor.usual') }
  return (
    <section>
      <h3>{host.text('@printEditor.text')}</h3>
      <NumberControl
        label={host.text('@printEditor.size')}
        isOff={isOff}
        value={size}
        min={1}
        max={200}
        step={0.5}
        placeholder={host.text('@printEditor.usual')}
        onChange={(next) => set('font-size', next === null ? '' : `${next}${unit}`)}
      />
      <ChoiceControl
        label={host.text('@printEditor.unit')}
        isOff={isOff || size === null}
        value={unit}
        options={['pt', 'px'].map((value) => ({ value, label: value }))}
        onChange={(next) => set('font-size', `${size ?? 10}${next}`)}
      />
      <CheckControl
        label={host.text('@printEditor.bold')}
        isOff={isOff}
        value={text.isBold}
        onChange={() => tiptap.commands.toggleMark('bold')}
      />
      <ColourControl
        label={host.text('@printEditor.colour')}
        isOff={isOff}
        value={text.colour}
        onChange={(next) => set('color', next)}
      />
      <ColourControl
        label={host.text('@printEditor.background')}
        isOff={isOff}
        value={text.background}
        onChange={(next) => set('background-color', next)}
      />
      <ChoiceControl
        label={host.text('@printEditor.align')}
        isOff={isOff}
        value={text.align}
        options={[
          usual,
          ...ALIGNS.map((value) => ({ value, label: host.text(`@printEditor.align.${value}`) })),
        ]}
        onChange={(next) => setBlock('text-align', next)}
      />
      <ChoiceControl
        label={host.text('@printEditor.lineHeight')}
        isOff={isOff}
        value={text.lineHeight}
        options={[usual, ...LINE_HEIGHTS.map((value) => ({ value, label: value }))]}
        onChange={(next) => setBlock('line-height', next)}
      />
      <NumberControl
        label={host.text('@printEditor.letterSpacing')}
        isOff={isOff}
        value={sized(text.spacing).size}
        min={0}
        max={100}
        step={0.5}
        unit="px"
        placeholder={host.text('@printEditor.usual')}
        onChange={(next) => set('letter-spacing', next === null ? '' : `${next}px`)}
      />
    </section>
  )
}
