import { testHost } from '@renderers/testing'
import type { NodeExample } from '@runtime/page/examples'

/** A host that answers as an example of a node says, and has the documents that it names. */
export function exampleHost({ answers = {}, files = {} }: NodeExample): ReturnType<typeof testHost> {
  return testHost({
    ...Object.fromEntries(Object.entries(answers).map(([call, answer]) => [call, () => answer])),
    'documents.read': ({ file }) => ({
      file,
      version: '',
      content: files[String(file)],
      problems: [],
      uses: [],
    }),
    'documents.check': () => ({ problems: [] }),
  })
}
