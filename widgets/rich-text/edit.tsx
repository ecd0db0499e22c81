import 'react-quill/dist/quill.snow.css'
import './rich-text.css'
import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { UPLOAD_TOAST } from '@runtime/widget/files'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import ReactQuill, { type Quill } from 'react-quill'
import { classes } from '../shared/control'
import type { EditProps } from '../widget'
import type { RichTextSettings } from './definition'
import { FORMATS, registerFormats, TOOLBAR } from './quill'
import { sanitise, showImages, storedHtml } from './sanitise'
import { nameTools } from './tool-names'

type RichTextProps = EditProps<RichTextSettings, string>

registerFormats()

/** The editor. What comes in from outside is drawn clean, and what goes out is its own. */
export function RichTextEdit(props: RichTextProps) {
  const { value, disabled, readonly, error, id, label } = props
  const locked = disabled || readonly
  const editor = useRef<ReactQuill>(null)
  const latest = useRef(props)
  /** What the editor holds, as the form knows it. */
  const known = useRef(value ?? '')
  useEffect(() => {
    latest.current = props
  })
  const modules = useMemo(
    () => ({
      toolbar: {
        container: TOOLBAR,
        handlers: { image: () => void chooseImages(editor.current, latest.current.host) },
      },
      uploader: {
        handler: (_range: unknown, files: readonly File[]) =>
          void sendImages(editor.current, latest.current.host, files),
      },
      clipboard: { matchVisual: false },
    }),
    [],
  )
  const initial = useMemo(() => sanitise(known.current), [])

  // Before anything is painted: a tool is never there without its name.
  useLayoutEffect(() => {
    const quill = editor.current?.getEditor()
    if (!quill) return
    nameTools(quill, latest.current)
    const show = () => showImages(quill.root, latest.current.host.files?.read)
    show()
    const watch = new MutationObserver(show)
    watch.observe(quill.root, { childList: true, subtree: true })
    if (latest.current.autoFocus) quill.focus()
    return () => watch.disconnect()
  }, [])

  // A value that did not come from here (another record, an undo, a rule) is drawn anew.
  useEffect(() => {
    const quill = editor.current?.getEditor()
    if (!quill || (value ?? '') === known.current) return
    known.current = value ?? ''
    quill.setContents(quill.clipboard.convert({ html: sanitise(known.current) }), 'silent')
    showImages(quill.root, latest.current.host.files?.read)
  }, [value])

  useLayoutEffect(() => {
    const root = editor.current?.getEditor().root
    if (!root) return
    root.id = id
    setAttributes(root, {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-readonly': locked ? 'true' : null,
      'aria-required': props.required ? 'true' : null,
      'aria-invalid': error === null ? null : 'true',
      'aria-describedby': error === null ? null : `${id}-error`,
    })
  }, [id, label, locked, error, props.required])

  return (
    <div className={classes('loam-rich', locked && 'loam-rich-locked', error !== null && 'loam-rich-error')}>
      <ReactQuill
        ref={editor}
        theme="snow"
        defaultValue={initial}
        readOnly={locked}
        placeholder={locked ? '' : props.placeholder}
        formats={FORMATS}
        modules={modules}
        onChange={(_html, _delta, source) => {
          const quill = editor.current?.getEditor()
          if (source !== 'user' || !quill) return
          known.current = storedHtml(quill.root)
          latest.current.onChange(known.current === '' ? null : known.current)
        }}
        onBlur={() => latest.current.onBlur()}
      />
    </div>
  )
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}

async function chooseImages(editor: ReactQuill | null, host: Host): Promise<void> {
  await sendImages(editor, host, await host.chooseFiles({ accept: 'image/*', multiple: true }))
}

/** Images go to the server first and into the text by their address; none stands in it as bytes. */
async function sendImages(editor: ReactQuill | null, host: Host, files: readonly HostFile[]): Promise<void> {
  const quill = editor?.getEditor()
  if (!quill || !host.files) return
  for (const file of files) {
    if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') {
      host.toast('error', host.text('@files.notImage'), UPLOAD_TOAST)
      continue
    }
    try {
      const { url } = await host.files.uploadImage(file, { type: 'annexpic' })
      insertImage(quill, url)
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      host.toast('error', reason || host.text('@files.failed'), UPLOAD_TOAST)
    }
  }
}

function insertImage(quill: Quill, url: string): void {
  const { index } = quill.getSelection(true)
  quill.insertEmbed(index, 'image', url, 'user')
  quill.setSelection(index + 1, 0, 'silent')
}
