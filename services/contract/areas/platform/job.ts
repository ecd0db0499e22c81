import { Type } from 'typebox'
import { defineCall } from '../../call'
import { ListOf, Nothing } from '../../envelope'

/** A name that whoever starts a job makes up, by which it asks how far the job is and ends it. */
export const JobId = Type.String({ minLength: 1, maxLength: 64 })

/** What becomes of a job that is written down. */
export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobStates = (typeof JOB_STATES)[number]

const Job = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  /** What it is, in words. */
  title: Type.String(),
  /** `waiting`, `running`, `done`, `failed`, `cancelled`. */
  state: Type.String(),
  /** What it does now, why it has failed, or what it has come to. */
  text: Type.String(),
  done: Type.Integer(),
  /** 0 while it is not known. */
  total: Type.Integer(),
  /** Milliseconds. */
  creatorTime: Type.Integer(),
  endTime: Type.Union([Type.Integer(), Type.Null()]),
  /** What it has made, for `file.download`; kept for seven days. */
  file: Type.Union([
    Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer() }),
    Type.Null(),
  ]),
})

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
  'job.list': defineCall({
    name: 'job.list',
    method: 'GET',
    path: '/api/system/Job',
    summary: 'One’s own jobs that are written down, the newest first',
    response: ListOf(Job),
  }),
  'job.read': defineCall({
    name: 'job.read',
    method: 'GET',
    path: '/api/system/Job/:id',
    summary: 'What has become of a job of one’s own that is written down',
    params: Type.Object({ id: JobId }),
    response: Job,
  }),
} as const
