import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { FilesCellEdit } from '../shared/files/cell-edit'
import { Thumbnails } from '../shared/files/thumbnail'
import { lazy } from '../shared/lazy'
import type { EditProps, Widget } from '../widget'
import { Cell } from './cell'
import { definition, type ImageUploadSettings } from './definition'

type Value = readonly FileValue[]

const Edit = lazy(() => import('./edit').then(({ ImageUploadEdit }) => ImageUploadEdit))

function ImageUploadCellEdit(props: EditProps<ImageUploadSettings, Value>) {
  return <FilesCellEdit props={props} Edit={Edit} />
}

export const widget: Widget<ImageUploadSettings, Value> = {
  definition,
  Edit,
  View: ({ value, host }) => <Thumbnails images={filesIn(value)} host={host} />,
  Cell,
  CellEdit: ImageUploadCellEdit,
}
