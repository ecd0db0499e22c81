import { filesIn } from '@runtime/widget/files'
import type { FileValue } from '@runtime/widget/stored-file'
import { Thumbnails } from '../shared/files/thumbnail'
import type { ViewProps } from '../widget'
import type { ImageUploadSettings } from './definition'

/** The pictures, small. */
export function Cell({ value, host }: ViewProps<ImageUploadSettings, readonly FileValue[]>) {
  return <Thumbnails images={filesIn(value)} host={host} small />
}
