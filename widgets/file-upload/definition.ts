import type { WidgetDefinition } from '@runtime/widget/definition'
import {
  acceptNames,
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

/** Settings of a list of files. */
export interface FileUploadSettings extends FileSettings {
  /** Endings and families, `.doc,.docx,image/*`; empty or `*`: any. */
  readonly accept: string
  readonly buttonText: string
}

/** Files sent in chunks; the value is their list (`spec/widgets.md §5`, "File upload"). */
export const definition: WidgetDefinition<FileUploadSettings, readonly FileValue[]> = {
  key: 'file-upload',
  jnpfKeys: ['uploadFile', 'uploadFz'],
  group: 'file',
  title: '@files.fileUpload',
  icon: 'Upload',
  kind: 'field',
  long: true,
  example: {
    field: {
      accept: '.pdf,.docx,.xlsx,image/*',
      fileSize: 20,
      limit: 9,
      showTip: true,
      tipText: '支持PDF、Word、Excel和图片，每个不超过20MB',
    },
  },
  notInList: true,
  settings: Type.Object({
    accept: Type.Optional(
      Type.String({
        title: '@files.setting.accept',
        description: 'Endings and families: ".doc,.docx,image/*"; empty: any',
      }),
    ),
    buttonText: Type.Optional(
      Type.String({ title: '@files.setting.buttonText', description: 'What stands on the button' }),
    ),
    ...fileSettings,
  }),
  defaults: { ...FILE_DEFAULTS, accept: '', buttonText: '', limit: 0 },
  fromFormData: (field) => ({
    ...fileSettingsFromFormData(field),
    ...given({
      accept: Array.isArray(field['accept']) ? field['accept'].join(',') : readText(field['accept']),
      buttonText: readText(field['buttonText']),
    }),
  }),
  initial: () => [],
  value: () => FILES_SCHEMA,
  normalise: normaliseFiles,
  files: fileIds,
  receive: (value, _settings, context) =>
    receivedFiles(value, context.file, ({ fileId }, known) => ({
      name: known.name,
      fileId,
      fileSize: known.size,
      fileExtension: known.extension,
      fileVersionId: known.id.slice(0, 32),
      url: known.url,
    })),
  check(value, settings, context) {
    if (settings.limit > 0 && value.length > settings.limit)
      return context.text('@files.limit', { limit: settings.limit })
    return checkFiles(value, context, (file) => refusalOf(file, settings, context))
  },
  toText: filesText,
  fromText: (_text, _settings, context) => ({ error: context.text('@files.notFromText') }),
}

/** Why a file may not be in the list: its size first, then its type. */
export function refusalOf(
  file: ValidatedFile,
  settings: FileUploadSettings,
  context: { text(key: string, params?: Readonly<Record<string, unknown>>): string },
): string | null {
  if (!isSmallEnough(file.size, settings))
    return context.text('@files.tooLarge', { size: settings.fileSize, unit: settings.sizeUnit })
  if (!isAccepted(file, settings.accept))
    return context.text('@files.wrongType', { types: acceptNames(settings.accept, context as never) })
  return null
}
