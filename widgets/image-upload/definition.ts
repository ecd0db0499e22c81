import type { WidgetDefinition } from '@runtime/widget/definition'
import {
  checkFiles,
  FILE_DEFAULTS,
  FILES_SCHEMA,
  type FileSettings,
  fileIds,
  fileSettings,
  fileSettingsFromFormData,
  filesText,
  isAccepted,
  isSmallEnough,
  normaliseFiles,
  receivedFiles,
  type ValidatedFile,
} from '@runtime/widget/files'
import { given, readText } from '@runtime/widget/read'
import type { FileValue } from '@runtime/widget/stored-file'
import { Type } from 'typebox'

/** Settings of a list of images. */
export interface ImageUploadSettings extends FileSettings {
  readonly accept: string
}

const IMAGES = 'image/*'

/** Images with thumbnails; the value is their list (`spec/widgets.md §5`, "Image upload"). */
export const definition: WidgetDefinition<ImageUploadSettings, readonly FileValue[]> = {
  key: 'image-upload',
  jnpfKeys: ['uploadImg'],
  group: 'file',
  title: '@files.imageUpload',
  icon: 'Image',
  kind: 'field',
  long: true,
  example: { field: { fileSize: 5, limit: 6, showTip: true, tipText: '最多6张，每张不超过5MB' } },
  notInList: true,
  settings: Type.Object({
    accept: Type.Optional(
      Type.String({ title: '@files.setting.accept', description: 'Which images: "image/*", ".png,.jpg"' }),
    ),
    ...fileSettings,
  }),
  defaults: { ...FILE_DEFAULTS, accept: IMAGES, limit: 9 },
  fromFormData: (field) => ({
    ...fileSettingsFromFormData(field),
    ...given({ accept: readText(field['accept']) }),
  }),
  initial: () => [],
  value: () => FILES_SCHEMA,
  normalise: normaliseFiles,
  files: fileIds,
  receive: (value, _settings, context) =>
    receivedFiles(value, context.file, ({ fileId }, known) => ({ name: known.name, fileId, url: known.url })),
  check(value, settings, context) {
    if (value.length > settings.limit) return context.text('@files.imageLimit', { limit: settings.limit })
    return checkFiles(value, context, (file) => refusalOf(file, settings, context))
  },
  toText: filesText,
  fromText: (_text, _settings, context) => ({ error: context.text('@files.notFromText') }),
}

/** Why an image may not be in the list: its size first, then whether it is one. */
export function refusalOf(
  file: ValidatedFile,
  settings: ImageUploadSettings,
  context: { text(key: string, params?: Readonly<Record<string, unknown>>): string },
): string | null {
  if (!isSmallEnough(file.size, settings))
    return context.text('@files.imageTooLarge', { size: settings.fileSize, unit: settings.sizeUnit })
  const isImage = isAccepted(file, IMAGES) && file.type !== 'image/svg+xml'
  return isImage && isAccepted(file, settings.accept) ? null : context.text('@files.notImage')
}
