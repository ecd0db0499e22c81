import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { FilesCellEdit } from '../shared/files/cell-edit'
import { FilesCell } from '../shared/files/files-cell'
import { LazyFallback, lazy } from '../shared/lazy'
import type { EditProps, ViewProps, Widget } from '../widget'
import { Cell } from './cell'
import { definition, type FileUploadSettings } from './definition'

type Value = readonly FileValue[]

const Edit = lazy(() => import('./edit').then(({ FileUploadEdit }) => FileUploadEdit))
const List = lazy(() => import('./view').then(({ FileUploadView }) => FileUploadView))

function FileUploadView(props: ViewProps<FileUploadSettings, Value>) {
  return (
    <LazyFallback shown={<FilesCell files={filesIn(props.value)} host={props.host} />}>
      <List files={filesIn(props.value)} host={props.host} />
    </LazyFallback>
  )
}

function FileUploadCellEdit(props: EditProps<FileUploadSettings, Value>) {
  return <FilesCellEdit props={props} Edit={Edit} />
}

export const widget: Widget<FileUploadSettings, Value> = {
  definition,
  Edit,
  View: FileUploadView,
  Cell,
  CellEdit: FileUploadCellEdit,
}
