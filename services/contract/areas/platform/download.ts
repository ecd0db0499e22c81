import { Type } from 'typebox'
import { defineCall } from '../../call'

/** Calls of this area, by name. */
export const downloadCalls = {
  'download.take': defineCall({
    name: 'download.take',
    method: 'GET',
    path: '/api/file/DownloadModel/:ticket',
    summary: 'A file that the server has made for its caller; a ticket is good once, for ten minutes',
    params: Type.Object({ ticket: Type.String({ minLength: 20, maxLength: 100 }) }),
    response: Type.Unknown(),
    wire: 'binary',
    answerLimit: 'piecewise',
  }),
} as const
