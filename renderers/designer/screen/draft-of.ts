import type { CallAnswer } from '@services/client'

/** A model's draft as the server gives it. */
export type Draft = CallAnswer<'visualDevelopment.info'>['data']

const WITH_LIST = '2'

/** Whether a model of the kind has a list of its records. */
export const hasList = (webType: string): boolean => webType === WITH_LIST
