import { useHost } from '@renderers/host'
import type { Editor } from '@tiptap/core'
import { type Kept, NOTHING_KEPT, styleOf, withAttribute, withStyle } from '../kept'
import { mmOf, pxOf } from '../length'
import { repeatedTable } from '../place-words'
import { expressionsIn } from '../repeats'
import {
  changeCells,
  chosenTable,
  eachCell,
  isHead,
  setCellBorder,
  setColumnWidth,
  setFill,
  toggleBorder,
  toggleHead,
} from '../table-acts'
import { widthsOf } from '../table-widths'
import type { TemplateEditor } from '../template-editor'
import { useEditorValue } from '../use-editor-value'
import { CheckControl, ChoiceControl, ColourControl, NumberControl } from './controls'

const BORDERS = ['none', '1px solid black', '2px solid black', '1px dashed black', '1px dotted black']
const VERTICALS = ['top', 'middle', 'bottom'] as const
const HORIZONTALS = ['left', 'center', 'right'] as const

function shownOf({ state, storage }: Editor) {
  const rect = chosenTable(state)
  if (rect === null) return null
  const { table, left, right, top } = rect
  const row = table.child(top)
  const widths = widthsOf(table).slice(left, right)
  let kept: Kept | undefined
  eachCell(state, (cell) => {
    kept ??= cell.attrs['kept']
  })
  return {
    cell: kept ?? NOTHING_KEPT,
    hasBorder: (table.attrs['kept'] as Kept)['border'] !== undefined,
    isHead: isHead(rect),
    width: widths[0] !== undefined && widths[0] > 0 ? mmOf(widths[0]) : null,
    repeats: repeatedTable(expressionsIn(row), storage.place.fields) !== null,
    fill: row.attrs['fill'] as number | null,
  }
}

/** The table around the caret: its lines and head, its row, the chosen columns and cells. */
export function TableSettings({
  editor,
  isOff,
}: {
  readonly editor: TemplateEditor
  readonly isOff: boolean
}) {
  const host = useHost()
  const { tiptap } = editor
  const table = useEditorValue(editor, shownOf)
  if (table === null) return null
  const style = (property: string, value: string) =>
    changeCells(tiptap, (kept) => withStyle(kept, property, value === '' ? null : value))
  /** What a style says counts over the older attribute, which goes with it. */
  const align = (property: string, attribute: string, value: string) =>
    changeCells(tiptap, (kept) =>
      withAttribute(withStyle(kept, property, value === '' ? null : value), attribute, null),
    )
  const usual = { value: '', label: host.text('@printEditor.usual') }
  const { cell } = table
  return (
    <>
      <section>
        <h3>{host.text('@printEditor.table')}</h3>
        <CheckControl
          label={host.text('@printEditor.border')}
          isOff={isOff}
          value={table.hasBorder}
          onChange={() => toggleBorder(tiptap)}
        />
        <CheckControl
          label={host.text('@printEditor.headRows')}
          isOff={isOff}
          value={table.isHead}
          onChange={() => toggleHead(tiptap)}
        />
        <NumberControl
          label={host.text('@printEditor.columnWidth')}
          isOff={isOff}
          value={table.width}
          min={5}
          max={1000}
          step={0.5}
          precision={1}
          unit="mm"
          placeholder={host.text('@printEditor.usual')}
          onChange={(mm) => setColumnWidth(tiptap, mm)}
        />
        {table.repeats && (
          <NumberControl
            label={host.text('@printEditor.fill')}
            isOff={isOff}
            value={table.fill}
            min={0}
            max={99}
            precision={0}
            placeholder={host.text('@printEditor.asLines')}
            onChange={(fill) => setFill(tiptap, fill)}
          />
        )}
      </section>
      <section>
        <h3>{host.text('@printEditor.cell')}</h3>
        <ChoiceControl
          label={host.text('@printEditor.cellAlign')}
          isOff={isOff}
          value={styleOf(cell, 'text-align') || (cell['align'] ?? '')}
          options={[
            usual,
            ...HORIZONTALS.map((value) => ({ value, label: host.text(`@printEditor.align.${value}`) })),
          ]}
          onChange={(value) => align('text-align', 'align', value)}
        />
        <ChoiceControl
          label={host.text('@printEditor.vertical')}
          isOff={isOff}
          value={styleOf(cell, 'vertical-align') || (cell['valign'] ?? '')}
          options={[
            usual,
            ...VERTICALS.map((value) => ({ value, label: host.text(`@printEditor.vertical.${value}`) })),
          ]}
          onChange={(value) => align('vertical-align', 'valign', value)}
        />
        <NumberControl
          label={host.text('@printEditor.padding')}
          isOff={isOff}
          value={pxOf(styleOf(cell, 'padding'))}
          min={0}
          max={200}
          precision={0}
          unit="px"
          placeholder={host.text('@printEditor.usual')}
          onChange={(px) => style('padding', px === null ? '' : `${px}px`)}
        />
        <ColourControl
          label={host.text('@printEditor.cellBackground')}
          isOff={isOff}
          value={styleOf(cell, 'background-color')}
          onChange={(colour) => style('background-color', colour)}
        />
        <ChoiceControl
          label={host.text('@printEditor.cellBorder')}
          isOff={isOff}
          value={styleOf(cell, 'border')}
          options={[
            usual,
            ...BORDERS.map((value, at) => ({ value, label: host.text(`@printEditor.line.${at}`) })),
          ]}
          onChange={(border) => setCellBorder(tiptap, border === '' ? null : border)}
        />
      </section>
    </>
  )
}
