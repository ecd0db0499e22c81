import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { FilesCellEdit } from '../shared/files/cell-edit'
import { FilesCell } from '../shared/files/files-cell'
import { Meanwhile, onUse } from '../shared/on-use'
import type { EditProps, ViewProps, Widget } from '../widget'
import { definition, type FileUploadSettings } from './definition'

type Value = readonly FileValue[]

const Edit = onUse(() => import('./edit').then(({ FileUploadEdit }) => FileUploadEdit))
const List = onUse(() => import('./view').then(({ FileUploadView }) => FileUploadView))

function FileUploadView(props: ViewProps<FileUploadSettings, Value>) {
  return (
    <Meanwhile shown={<FilesCell files={filesIn(props.value)} host={props.host} />}>
      <List files={filesIn(props.value)} host={props.host} />
    </Meanwhile>
  )
}

function FileUploadCellEdit(props: EditProps<FileUploadSettings, Value>) {
  return <FilesCellEdit props={props} Edit={Edit} />
}

export const widget: Widget<FileUploadSettings, Value> = {
  definition,
  Edit,
  View: FileUploadView,
  Cell: ({ value, host }) => <FilesCell files={filesIn(value)} host={host} />,
  CellEdit: FileUploadCellEdit,
}
