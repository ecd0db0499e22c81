import { Select } from '@arco-design/web-react'
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconBold,
  IconItalic,
  IconOrderedList,
  IconStrikethrough,
  IconUnderline,
  IconUnorderedList,
} from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Select/style/css.js'
import { useHost } from '@renderers/host'
import type { TemplateEditor } from '../template-editor'
import { blockStyle, setBlockStyle, setTextStyle, textStyle } from '../text-acts'
import { useEditorValue } from '../use-editor-value'
import { ToolButton } from './tool-button'

const MARKS = [
  ['bold', <IconBold key="bold" />],
  ['italic', <IconItalic key="italic" />],
  ['underline', <IconUnderline key="underline" />],
  ['strike', <IconStrikethrough key="strike" />],
] as const

const ALIGNS = [
  ['left', <IconAlignLeft key="left" />],
  ['center', <IconAlignCenter key="center" />],
  ['right', <IconAlignRight key="right" />],
] as const

const LISTS = [
  ['bulletList', <IconUnorderedList key="bulletList" />],
  ['orderedList', <IconOrderedList key="orderedList" />],
] as const

const LEVELS = [1, 2, 3, 4]
const SIZES = ['8pt', '9pt', '10.5pt', '12pt', '14pt', '16pt', '18pt', '22pt', '26pt', '36pt']

/** How the chosen text looks and stands. */
export function TextTools({ editor }: { readonly editor: TemplateEditor }) {
  const host = useHost()
  const { tiptap } = editor
  const text = useEditorValue(editor, (one) => ({
    isEditable: one.isEditable,
    marks: MARKS.map(([name]) => one.isActive(name)),
    lists: LISTS.map(([name]) => one.isActive(name)),
    level: LEVELS.find((level) => one.isActive('heading', { level })) ?? 0,
    size: textStyle(one, 'font-size'),
    align: blockStyle(one.state, 'text-align'),
  }))
  const isOff = !text.isEditable
  const act = (work: () => void) => {
    tiptap.view.focus()
    work()
  }
  const setLevel = (level: number) => {
    tiptap.view.focus()
    if (level === 0) tiptap.commands.setNode('paragraph')
    else tiptap.commands.setNode('heading', { level })
  }
  return (
    <>
      <Select
        className="loam-print-tool-level"
        size="small"
        aria-label={host.text('@printEditor.level')}
        disabled={isOff}
        value={text.level}
        options={[
          { value: 0, label: host.text('@printEditor.paragraph') },
          ...LEVELS.map((level) => ({ value: level, label: host.text('@printEditor.heading', { level }) })),
        ]}
        onChange={setLevel}
      />
      <Select
        className="loam-print-tool-size"
        size="small"
        aria-label={host.text('@printEditor.size')}
        placeholder={host.text('@printEditor.size')}
        disabled={isOff}
        allowClear
        value={text.size === '' ? undefined : text.size}
        options={text.size === '' || SIZES.includes(text.size) ? SIZES : [text.size, ...SIZES]}
        onChange={(size?: string) => {
          setTextStyle(tiptap, 'font-size', size ?? null)
          tiptap.view.focus()
        }}
      />
      {MARKS.map(([name, icon], at) => (
        <ToolButton
          key={name}
          name={host.text(`@printEditor.${name}`)}
          isOn={text.marks[at] ?? false}
          isOff={isOff}
          onPress={() => act(() => tiptap.commands.toggleMark(name))}
        >
          {icon}
        </ToolButton>
      ))}
      <span className="loam-print-tool-gap" />
      {ALIGNS.map(([align, icon]) => (
        <ToolButton
          key={align}
          name={host.text(`@printEditor.align.${align}`)}
          isOn={text.align === align}
          isOff={isOff}
          onPress={() => {
            setBlockStyle(tiptap, 'text-align', text.align === align ? null : align)
            tiptap.view.focus()
          }}
        >
          {icon}
        </ToolButton>
      ))}
      {LISTS.map(([name, icon], at) => (
        <ToolButton
          key={name}
          name={host.text(`@printEditor.${name}`)}
          isOn={text.lists[at] ?? false}
          isOff={isOff}
          onPress={() => act(() => tiptap.commands.toggleList(name, 'listItem'))}
        >
          {icon}
        </ToolButton>
      ))}
    </>
  )
}
