import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageQuery } from '../../envelope'
import { Download, Flag } from '../../fields'
import { checkCall, exceptionsCall, importCall, previewCall, templateCall, uploadCall } from './transfer'

const USERS = '/api/permission/Users'
const NONE = Type.Object({}, { additionalProperties: false })
/** The entry that the documented client names; the right is that of the people’s own. */
const MENU = { menuId: Type.Optional(Type.String({ maxLength: 64 })) }
const place = (part: string) => ({ path: `${USERS}/${part}`, params: NONE, query: MENU })

/** What of a list is exported (`spec/administration.md §7`, "Users"). */
export const EXPORTED = { page: 0, all: 1 } as const

/** People as spreadsheets: out of the list, and in by the import that all resources share. */
export const usersTransferCalls = {
  'users.exportExcel': defineCall({
    name: 'users.exportExcel',
    method: 'GET',
    path: `${USERS}/ExportExcel`,
    summary:
      'People as a spreadsheet, of the page (0) or all that match (1), with the columns that are named; it can be imported again',
    query: Type.Object({
      ...PageQuery.properties,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
      enabledMark: Type.Optional(Flag),
      dataType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: EXPORTED.page })),
      /** Columns by their members, parted by commas; empty: all. */
      selectKey: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    isJob: true,
    timeout: 120_000,
    response: Download,
  }),
  'users.importUpload': uploadCall('users.importUpload', `${USERS}/Uploader`),
  'users.importTemplate': templateCall('users.importTemplate', place('TemplateDownload')),
  'users.importPreview': previewCall('users.importPreview', place('ImportPreview')),
  'users.importCheck': checkCall('users.importCheck', place('ImportCheck')),
  'users.importData': importCall('users.importData', place('ImportData'), ['people']),
  'users.importExceptions': exceptionsCall('users.importExceptions', place('ExportExceptionData')),
} as const
