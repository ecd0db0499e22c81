import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import type { HostFile } from '@runtime/files'
import type { FieldPlan, FormPlan, FormRecord } from '@runtime/form/plan'
import { CallError, type Host } from '@runtime/host'
import { BESIDE_RECORD, type Permissions } from '@runtime/permission/permission'
import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import type { CallAnswer } from '@services/client'
import { DropZone } from '@widgets/shared/files/drop-zone'
import { FILE_TYPE, FileList } from '@widgets/shared/files/file-list'
import { UploadItem } from '@widgets/shared/files/upload-item'
import { useUploads } from '@widgets/shared/files/use-uploads'
import { useCallback, useMemo, useState } from 'react'
import { useFetched } from '../../detail'
import { useHost } from '../../host'
import { subRows } from '../heights'
import { FailedPlace } from '../notices'
import { TOAST } from '../record-reading'
import { type Row, rawOf } from '../source'

type Attached = CallAnswer<'recordFile.list'>['data']['list'][number]

export interface RecordFilesProps {
  readonly plan: FormPlan
  readonly record: FormRecord
  readonly permissions: Permissions
  readonly modelId: string
  readonly id: string
  /** A file has been attached or taken off. */
  readonly onChanged: () => void
}

/** All files of a record: those of its fields, by field, and those that people have attached to it, as who may does here. */
export function RecordFiles({ plan, record, permissions, modelId, id, onChanged }: RecordFilesProps) {
  const host = useHost()
  const groups = useMemo(
    () => filesOfFields(plan, record, permissions, host),
    [plan, record, permissions, host],
  )
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      (await host.call('recordFile.list', { modelId, id }, { signal })).data as {
        readonly list: readonly Attached[]
      },
    [host, modelId, id, round],
  )
  const { value, error, retry } = useFetched(fetch)
  const mayAttach = permissions.button(BESIDE_RECORD.attach)
  const changed = () => {
    setRound((known) => known + 1)
    onChanged()
  }
  return (
    <section
      className="loam-record-files"
      data-section={host.text('@record.files')}
      aria-label={host.text('@record.files')}
    >
      <h2>{host.text('@record.files')}</h2>
      {groups.map(({ path, label, files }) => (
        <div key={path}>
          <h3>{label}</h3>
          <FileList files={files} host={host} />
        </div>
      ))}
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {value && mayAttach && <Attachments {...{ modelId, id }} attached={value.list} onChanged={changed} />}
      {value && !mayAttach && value.list.length > 0 && (
        <div>
          <h3>{host.text('@record.attached')}</h3>
          <FileList files={value.list.map(({ file }) => file)} host={host} />
        </div>
      )}
      {value && !mayAttach && groups.length + value.list.length === 0 && (
        <p className="loam-record-none">{host.text('@record.noFiles')}</p>
      )}
    </section>
  )
}

function Attachments({
  modelId,
  id,
  attached,
  onChanged,
}: {
  readonly modelId: string
  readonly id: string
  readonly attached: readonly Attached[]
  readonly onChanged: () => void
}) {
  const host = useHost()
  const files = useMemo(() => attached.map(({ file }) => file), [attached])
  const attach = async (all: readonly FileValue[]) => {
    const fresh = all.filter(({ fileId }) => !files.some((known) => known.fileId === fileId))
    for (const { fileId } of fresh) await acted(host, host.call('recordFile.create', { modelId, id, fileId }))
    onChanged()
  }
  const begin = (file: HostFile) => {
    if (!host.files) throw new Error(host.text('@files.noWay'))
    return host.files.upload(file, { type: FILE_TYPE, pathType: 'defaultPath', isAccount: 0, folder: '' })
  }
  const { uploads, add, cancel } = useUploads({
    host,
    value: files,
    onChange: (all) => void attach(all),
    begin,
  })
  const take = (chosen: readonly HostFile[]) => {
    for (const file of chosen) add(file)
  }
  const detach = async (found: Attached | undefined) => {
    const text = host.text('@record.detachQuestion', { name: found?.file.name ?? '' })
    if (!found || !(await host.confirm({ text, danger: true }))) return
    await acted(host, host.call('recordFile.delete', { modelId, id, attachmentId: found.id }))
    onChanged()
  }
  const own = attached.filter(({ mayDelete }) => mayDelete === 1)
  const others = attached.filter(({ mayDelete }) => mayDelete === 0)
  const choose = async () => take(await host.chooseFiles({ multiple: true }))
  return (
    <DropZone disabled={!host.files} onFiles={take} label={host.text('@record.attached')}>
      {others.length > 0 && <FileList files={others.map(({ file }) => file)} host={host} />}
      {(own.length > 0 || uploads.length > 0) && (
        <FileList
          files={own.map(({ file }) => file)}
          host={host}
          onRemove={(index) => void detach(own[index])}
        >
          {uploads.map((upload) => (
            <UploadItem
              key={`${upload.name} ${uploads.indexOf(upload)}`}
              upload={upload}
              host={host}
              onCancel={() => cancel(upload)}
            />
          ))}
        </FileList>
      )}
      <div className="loam-files-bar">
        <Button size="small" icon={<IconPlus />} disabled={!host.files} onClick={() => void choose()}>
          {host.text('@record.attach')}
        </Button>
        <span className="loam-files-drop-hint">{host.text('@files.dropNow')}</span>
      </div>
    </DropZone>
  )
}

/** Waits for a call; what the server refused is said. */
async function acted(host: Host, call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    host.toast('error', error instanceof CallError ? error.message : host.text('@files.failed'), TOAST)
  }
}

interface FieldFiles {
  readonly path: string
  readonly label: string
  readonly files: readonly FileValue[]
}

const UPLOADS: ReadonlySet<string> = new Set(['file-upload', 'image-upload'])

/** The files in a record's fields and in the rows of its sub-tables, as far as the person sees them. */
function filesOfFields(
  plan: FormPlan,
  record: FormRecord,
  permissions: Permissions,
  host: Host,
): readonly FieldFiles[] {
  return [...plan.fields.values()].flatMap((field): FieldFiles[] => {
    if (!UPLOADS.has(field.widget) || !permissions.form(field.path.replace('.', '-'))) return []
    const rows: readonly Row[] = field.table === undefined ? [record] : subRows(record, field.table)
    const files = rows.flatMap((row) => filesIn(rawOf(row, field.name)))
    return files.length === 0 ? [] : [{ path: field.path, label: labelOf(field, plan, host), files }]
  })
}

function labelOf({ label, table }: FieldPlan, plan: FormPlan, host: Host): string {
  const above = table === undefined ? undefined : plan.fields.get(table)?.label
  return above === undefined ? host.text(label) : `${host.text(above)} · ${host.text(label)}`
}
