import type { CallAnswer } from '@services/client'

/** A model's draft as the server gives it. */
export type Draft = CallAnswer<'visualDevelopment.info'>['data']
