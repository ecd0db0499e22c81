import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { FilesCell } from '../shared/files/files-cell'
import type { ViewProps } from '../widget'
import type { FileUploadSettings } from './definition'

/** The names of the files. */
export function Cell({ value, host }: ViewProps<FileUploadSettings, readonly FileValue[]>) {
  return <FilesCell files={filesIn(value)} host={host} />
}
