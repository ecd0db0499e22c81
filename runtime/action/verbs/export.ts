import { Type } from 'typebox'
import { CallName, Input, Template } from '../../document/words'
import { isRecord } from '../../json'
import { defineVerb } from '../define-verb'

/** Has the server make a file and saves it: the call answers `{ url, name }`, which is `result`. */
export const verb = defineVerb(
  'export',
  'Has the server make a file and saves it; the call answers { url, name }',
  {
    export: CallName('export'),
    with: Type.Optional(Input),
    name: Type.Optional({ ...Template, description: 'Name of the file; default: as the server calls it' }),
  },
  async (step, run) => {
    const { host, scope, signal } = run
    const { data } = await host.call(step.export.evaluate(scope), step.with?.evaluate(scope), { signal })
    const url = isRecord(data) ? data['url'] : undefined
    if (!isRecord(data) || typeof url !== 'string' || url === '') throw new Error(host.text('@action.noFile'))
    const own = typeof data['name'] === 'string' ? data['name'] : undefined
    await host.download(url, step.name?.evaluate(scope) || own)
    return data
  },
  ({ export: call }, { answer }) => ({ result: answer(call) }),
)
