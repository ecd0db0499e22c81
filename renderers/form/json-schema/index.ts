import { lazy } from '@widgets/shared/lazy'

export type { SchemaFormHandle, SchemaFormProps } from './schema-form'

/** RJSF is 85 KB: it comes when the first form of this kind is opened. */
export const SchemaForm = lazy(async () => (await import('./schema-form')).SchemaForm)
