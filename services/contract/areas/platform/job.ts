import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'

/** A name that whoever starts a job makes up, by which it asks how far the job is and ends it. */
export const JobId = Type.String({ minLength: 1, maxLength: 64 })

/** How far the jobs of the caller are; a call that is one takes the name as `progressId`. */
export const jobCalls = {
  'job.progress': defineCall({
    name: 'job.progress',
    method: 'GET',
    path: '/api/system/Job/progress',
    summary: 'How far a job of one’s own is; null while it has said nothing',
    query: Type.Object({ id: JobId }),
    response: Type.Union([
      Type.Object({
        text: Type.String(),
        done: Type.Integer(),
        /** 0 while it is not known. */
        total: Type.Integer(),
      }),
      Type.Null(),
    ]),
  }),
  'job.cancel': defineCall({
    name: 'job.cancel',
    method: 'POST',
    path: '/api/system/Job/cancel',
    summary: 'Ends a job of one’s own; nothing of it is written',
    body: Type.Object({ id: JobId }),
    response: Nothing,
  }),
} as const
