import { draw, testHost } from '@renderers/testing'
import type { Host } from '@runtime/host'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  EditorSettings,
  EditorSurface,
  EditorTools,
  type PrintField,
  type TemplateEditor,
  useTemplateEditor,
} from '..'

export const FIELDS: readonly PrintField[] = [
  {
    id: 'headTable',
    fullName: '主表',
    children: [
      { id: 'no', fullName: '单号', jnpfKey: 'billRule' },
      { id: 'total', fullName: '总额', jnpfKey: 'inputNumber' },
      { id: 'need', fullName: '需求日期', jnpfKey: 'datePicker' },
    ],
  },
  {
    id: 'items',
    fullName: '明细',
    children: [
      { id: 'items.name', fullName: '物料', jnpfKey: 'comInput' },
      { id: 'items.amount', fullName: '金额', jnpfKey: 'inputNumber' },
    ],
  },
]

interface DrawnProps {
  readonly template: string
  readonly isReadOnly: boolean
  readonly onChange: () => void
  readonly onReady: (editor: TemplateEditor) => void
}

function Drawn({ template, isReadOnly, onChange, onReady }: DrawnProps) {
  const editor = useTemplateEditor({ template, fields: FIELDS, isReadOnly, onChange })
  if (!editor) return null
  onReady(editor)
  return (
    <>
      <EditorTools editor={editor} />
      <div style={{ width: '180mm', minHeight: '200px', background: 'white' }}>
        <EditorSurface editor={editor} />
      </div>
      <div style={{ width: '280px' }}>
        <EditorSettings editor={editor} />
      </div>
    </>
  )
}

export const sheet = () => page.getByRole('textbox', { name: '模板内容' })
export const tool = (name: string) => page.getByRole('button', { name, exact: true })

/** Draws a template's editor with its tools and settings on a sheet whose text is 180 mm wide. */
export async function drawEditor(template: string, isReadOnly = false, host: Host = testHost()) {
  const onChange = vi.fn()
  let made: TemplateEditor | undefined
  const { unmount } = draw(
    <Drawn
      template={template}
      isReadOnly={isReadOnly}
      onChange={onChange}
      onReady={(editor) => {
        made = editor
      }}
    />,
    host,
  )
  await expect.element(sheet()).toBeVisible()
  return { editor: made as TemplateEditor, onChange, unmount }
}
