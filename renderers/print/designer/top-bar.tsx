import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import {
  IconArrowLeft,
  IconCode,
  IconExclamationCircle,
  IconEye,
  IconSave,
} from '@arco-design/web-react/icon'
import { useHost } from '../../host'
import { SearchedSelect } from '../../searched-select'
import type { Zoom } from './sheet'
import type { TemplateDraft } from './template-draft'
import { useDirty } from './use-draft'
import type { Saving } from './use-saving'

/** Per cent. */
const ZOOMS: readonly Zoom[] = ['fit', 50, 75, 100, 125, 150]

interface TopBarProps {
  readonly draft: TemplateDraft
  readonly name: string
  readonly mayEdit: boolean
  readonly saving: Saving
  readonly zoom: Zoom
  readonly setZoom: (zoom: Zoom) => void
  /** How many there are. */
  readonly problems: number
  readonly onProblems: () => void
  readonly onSource: () => void
  readonly onPreview: () => void
  readonly onLeave?: () => void
}

export function TopBar(props: TopBarProps) {
  const { name, draft, mayEdit, saving, zoom, setZoom, problems, onLeave } = props
  const host = useHost()
  return (
    <header className="loam-print-top">
      {onLeave && (
        <Button
          type="text"
          icon={<IconArrowLeft />}
          aria-label={host.text('@view.back')}
          title={host.text('@view.back')}
          onClick={onLeave}
        />
      )}
      <h2>{name}</h2>
      <SaveState draft={draft} saving={saving} mayEdit={mayEdit} />
      {problems > 0 && (
        <Button
          className="loam-print-count"
          type="text"
          icon={<IconExclamationCircle />}
          onClick={props.onProblems}
        >
          {host.text('@printDesign.problemCount', { count: problems })}
        </Button>
      )}
      <span className="loam-print-acts">
        <SearchedSelect
          aria-label={host.text('@printDesign.zoom')}
          size="small"
          showSearch={false}
          value={zoom}
          onChange={setZoom}
          options={ZOOMS.map((value) => ({
            value,
            label: value === 'fit' ? host.text('@printDesign.fit') : `${value}%`,
          }))}
        />
        <Button size="small" icon={<IconCode />} onClick={props.onSource}>
          {host.text('@printDesign.source')}
        </Button>
        <Button size="small" icon={<IconEye />} onClick={props.onPreview}>
          {host.text('@printDesign.preview')}
        </Button>
        {mayEdit && (
          <Button
            size="small"
            type="primary"
            icon={<IconSave />}
            title="Ctrl+S"
            loading={saving.isSaving}
            onClick={() => void saving.save()}
          >
            {host.text('@printDesign.save')}
          </Button>
        )}
      </span>
    </header>
  )
}

/** How what is designed stands with what is saved. */
function SaveState({ draft, saving, mayEdit }: Pick<TopBarProps, 'draft' | 'saving' | 'mayEdit'>) {
  const host = useHost()
  const isDirty = useDirty(draft)
  const said = !mayEdit
    ? host.text('@printDesign.readOnly')
    : (saving.error ?? (isDirty ? host.text('@printDesign.unsaved') : ''))
  return (
    <span className="loam-print-state" role="status" data-failed={saving.error !== null}>
      {said}
    </span>
  )
}
