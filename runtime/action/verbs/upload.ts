import { Type } from 'typebox'
import { CallName, Text, Value } from '../../document/words'
import type { CallResult, HostFile, Progress } from '../../host'
import { newId } from '../../id'
import type { Text as TextValue } from '../../text'
import type { ActionRun, Step, Verb } from '../action'
import { stepSchema } from '../schema'

/** Calls that tell how far the work is and end it; both are given `id`, the work itself the same as `progressId`. */
interface ProgressWords {
  readonly call: string
  readonly cancel?: string
  readonly title: TextValue
}

/**
 * Lets the person choose a file and sends it to a call whose wire is a file. `result` is the last answer. Choosing
 * nothing ends the run. `as: "text"` reads the file here instead: `result` is its name and text. With `progress` it is shown how
 * far the work is: it goes on when the page is left, and a refusal stays on the screen until it is closed.
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
    progress: Type.Optional(
      Type.Object(
        { call: CallName, cancel: Type.Optional(CallName), title: Text },
        {
          additionalProperties: false,
          description:
            'Shows how far the work is: calls that are asked with its `id`, sent along as `progressId`',
        },
      ),
    ),
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
          : await send(step, run, { ...input, file })
    }
    return result
  },
}

type Sent = Readonly<Record<string, unknown>> & { readonly file: HostFile }

async function send(step: Step, run: ActionRun, input: Sent): Promise<CallResult> {
  const { host, signal } = run
  const name = run.interpolate<string>(step['upload'])
  const words = step['progress'] as ProgressWords | undefined
  if (!words || !host.progress) return host.call(name, input, { signal })
  const id = newId(host.now())
  const { cancel } = words
  const shown = host.progress({
    title: `${host.text(words.title)} ${input.file.name}`,
    ask: async () => (await host.call(words.call, { id })).data as Progress | null,
    ...(cancel !== undefined && { cancel: () => host.call(cancel, { id }) }),
  })
  try {
    const result = await host.call(name, { ...input, progressId: id })
    // Whoever has left the page sees no report there: one sentence says what has become of it.
    if (signal.aborted) shown.end('success', result.msg)
    else shown.close()
    return result
  } catch (error) {
    shown.end('error', error instanceof Error && error.message ? error.message : host.text('@action.failed'))
    return run.stop()
  }
}
