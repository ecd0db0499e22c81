import type { CallAnswer } from '@services/client'

/** What a release would do, as the server says it. */
export type CheckReport = CallAnswer<'visualDevelopment.checkRelease'>['data']
export type Finding = CheckReport['errors'][number]
export type RecordsJudged = CheckReport['records']

/** A released version as a list has it, and whole. */
export type ListedVersion = CallAnswer<'visualDevelopment.versions'>['data']['list'][number]
export type Version = CallAnswer<'visualDevelopment.version'>['data']

/** A number as it stands in a sentence: `9,400`. */
export const grouped = (count: number): string => count.toLocaleString('en-US')
