import { Button, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useMemo, useState } from 'react'
import { useNarrow } from '../../designer/use-narrow'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { mayLeave, useUnsaved } from '../../unsaved'
import './design-desk.css'
import { EditorTools, type Insertable, type PrintField, useTemplateEditor } from './editor'
import { FieldPanel } from './field-panel'
import type { LinePart } from './line-problems'
import { useDesignProblems } from './problem-list'
import { Sheet, type Zoom } from './sheet'
import { type Panel, SidePanel } from './side-panel'
import type { Design, StoredTemplate } from './stored-template'
import { TemplateDraft } from './template-draft'
import { TopBar } from './top-bar'
import { useSaving } from './use-saving'

// A source that is written and a preview that draws codes come when they are asked for.
const SourceDialog = lazy(() => import('./source-dialog').then((own) => own.SourceDialog))
const TrialPrint = lazy(() => import('./trial-print').then((own) => own.TrialPrint))

interface DesignDeskProps {
  readonly stored: StoredTemplate
  readonly fields: readonly PrintField[]
  readonly isPreview: boolean
  readonly mayEdit: boolean
  readonly onLeave?: () => void
}

export function DesignDesk(props: DesignDeskProps) {
  const { fields, mayEdit } = props
  // What is opened stays open, whatever is read anew around it.
  const [stored] = useState(props.stored)
  const editor = useTemplateEditor({
    ...{ template: stored.printTemplate, fields, isReadOnly: !mayEdit },
    onChange: nothing,
  })
  const draft = useMemo(() => editor && new TemplateDraft(editor, stored.pageParam), [editor, stored])
  if (!draft) return <Skeleton animation text={{ rows: 8 }} />
  return <OpenDesk {...props} stored={stored} draft={draft} />
}

/** A draft is heard by those who show it. */
const nothing = () => undefined

/** The designer's screen: what can be put in at the left, the sheet in the middle, what is chosen and the page at the right. */
function OpenDesk({
  stored,
  fields,
  draft,
  isPreview,
  mayEdit,
  onLeave,
}: DesignDeskProps & { readonly draft: TemplateDraft }) {
  const host = useHost()
  const { editor } = draft
  const isReadOnly = !mayEdit
  const isNarrow = useNarrow()
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [panel, setPanel] = useState<Panel>(isReadOnly ? 'page' : 'settings')
  const [drawer, setDrawer] = useState<'fields' | 'panel' | null>(null)
  const [isSource, showSource] = useState(false)
  const [printed, print] = useState<Design | null>(null)
  // A designer that stands open is led on by a new address.
  useEffect(() => {
    if (isPreview) print(draft.design())
  }, [isPreview, draft])
  const saving = useSaving(draft, stored)
  const problems = useDesignProblems(draft, fields)
  useUnsaved(() => draft.isDirty)
  useSaveKey(mayEdit ? saving.save : null)

  const insert = (item: Insertable) => {
    setDrawer(null)
    editor.insert(item)
  }
  const open = (next: Panel) => {
    setPanel(next)
    if (isNarrow) setDrawer('panel')
  }
  const toPart = (part: LinePart) => {
    open('page')
    // It is drawn first.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`.loam-print-page [data-part="${part}"] input`)?.focus(),
    )
  }
  const reveal = (id: string) => {
    setDrawer(null)
    editor.reveal(id)
  }
  const leave = async () => {
    if (await mayLeave(draft.isDirty, host)) onLeave?.()
  }
  const fieldPanel = <FieldPanel fields={fields} onInsert={insert} />
  const sidePanel = (
    <SidePanel
      {...{ draft, problems, isReadOnly, panel }}
      onPanel={setPanel}
      onText={reveal}
      onPart={toPart}
    />
  )
  return (
    <div className="loam-print-designer" data-read-only={isReadOnly}>
      <TopBar
        {...{ draft, name: stored.fullName, mayEdit, saving, zoom, setZoom }}
        problems={problems.length}
        onProblems={() => open('problems')}
        onSource={() => showSource(true)}
        onPreview={() => print(draft.design())}
        {...(onLeave && { onLeave: () => void leave() })}
      />
      {!isReadOnly && (
        <div className="loam-print-tools">
          <EditorTools editor={editor} />
        </div>
      )}
      {!isNarrow && !isReadOnly && (
        <aside className="loam-print-left" aria-label={host.text('@printDesign.fields')}>
          {fieldPanel}
        </aside>
      )}
      <Sheet {...{ draft, zoom, isReadOnly }} onPart={toPart} />
      {!isNarrow && (
        <aside className="loam-print-right" aria-label={host.text('@printDesign.settings')}>
          {sidePanel}
        </aside>
      )}
      {isNarrow && (
        <nav className="loam-print-drawers" aria-label={host.text('@printDesign.parts')}>
          {!isReadOnly && (
            <Button onClick={() => setDrawer('fields')}>{host.text('@printDesign.fields')}</Button>
          )}
          <Button onClick={() => setDrawer('panel')}>{host.text('@printDesign.settings')}</Button>
        </nav>
      )}
      {isNarrow && drawer !== null && (
        <Popup
          mode={drawer === 'fields' ? 'aside' : 'drawer'}
          width="320px"
          title={host.text(`@printDesign.${drawer === 'fields' ? 'fields' : 'settings'}`)}
          visible
          closesBeside
          onClose={() => setDrawer(null)}
        >
          {drawer === 'fields' ? fieldPanel : sidePanel}
        </Popup>
      )}
      <LazyFallback shown={null}>
        {isSource && (
          <SourceDialog editor={editor} isReadOnly={isReadOnly} onClose={() => showSource(false)} />
        )}
        {printed && (
          <TrialPrint template={stored} design={printed} fields={fields} onClose={() => print(null)} />
        )}
      </LazyFallback>
    </div>
  )
}

/** Ctrl+S anywhere on the screen while it is seen; null: nothing can be saved. */
function useSaveKey(save: (() => Promise<void>) | null): void {
  useEffect(() => {
    if (!save) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      // A dialog above has its own.
      if (event.defaultPrevented) return
      event.preventDefault()
      void save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [save])
}
