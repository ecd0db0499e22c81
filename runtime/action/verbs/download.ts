import { Type } from 'typebox'
import { Template } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Saves what an address serves, under a name. */
export const verb = defineVerb(
  'download',
  'Saves what an address serves',
  { download: Template, name: Type.Optional(Template) },
  async ({ download, name }, { host, scope }) => {
    await host.download(download.evaluate(scope), name?.evaluate(scope) || undefined)
  },
)
