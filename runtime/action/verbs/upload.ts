import { Type } from 'typebox'
import { CallName, Text, Value } from '../../document/words'
import type { Text as TextValue } from '../../text'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

/**
 * Lets the person choose a file and sends it to a call whose wire is a file. `result` is the last answer. Choosing
 * nothing ends the run. `as: "text"` reads the file here instead: `result` is its name and text.
 */
export const verb: Verb = {
  name: 'upload',
  schema: stepSchema('Lets the person choose a file and sends it', {
    upload: Type.Union([CallName, Type.Literal(true)]),
    with: Type.Optional(Value),
    accept: Type.Optional(Type.String({ description: 'Endings: ".bdd,.json"' })),
    multiple: Type.Optional(Type.Boolean()),
    as: Type.Optional(
      Type.Union([Type.Literal('file'), Type.Literal('text')], {
        description: 'text: read it here, result is { name, text }',
      }),
    ),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes' })),
    tooLarge: Type.Optional(Text),
  }),
  async run(step, run) {
    const options = step as { accept?: string; multiple?: boolean; as?: string; maxSize?: number }
    const files = await run.host.chooseFiles({
      ...(options.accept ? { accept: options.accept } : {}),
      ...(options.multiple ? { multiple: true } : {}),
    })
    if (files.length === 0) run.stop()
    const input = run.interpolate<Readonly<Record<string, unknown>>>(step['with'] ?? {})
    let result: unknown
    for (const file of files) {
      run.signal.throwIfAborted()
      if (options.maxSize !== undefined && file.size > options.maxSize) {
        throw new Error(run.host.text((step['tooLarge'] as TextValue | undefined) ?? '@action.fileTooLarge'))
      }
      result =
        options.as === 'text'
          ? { name: file.name, text: await file.text() }
          : await run.host.call(
              run.interpolate<string>(step['upload']),
              { ...input, file },
              { signal: run.signal },
            )
    }
    return result
  },
}
