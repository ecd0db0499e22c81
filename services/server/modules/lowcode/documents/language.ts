import type { SchemaFiles } from '@runtime/document/completion'
import { languageSchemas } from '@runtime/document/index'
import { calls } from '@services/contract/calls'
import { resources } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'
import type { DocumentStore } from './store'

/** The schemas of the language by their files' names, as registries and menu are now. @param text says descriptions */
export function languageOf({ project }: DocumentStore, text: (key: string) => string): SchemaFiles {
  return languageSchemas({
    catalogue,
    callNames: Object.keys(calls),
    resources,
    ...project.codes,
    text,
  })
}
