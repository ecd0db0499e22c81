import { Type } from 'typebox'
import type { PlanOf } from '../../document/plan'
import { CallName, Input, Text, withDefault } from '../../document/words'
import type { HostFile } from '../../files'
import type { CallResult } from '../../host'
import type { ActionRun } from '../action'
import { defineVerb } from '../define-verb'
import { watchedCall } from '../watched'

/** The call takes `progressId`, as every job does. */
const ProgressWords = Type.Object(
  { title: { ...Text, description: 'What is being done' } },
  {
    additionalProperties: false,
    description: 'Shows how far the work is, with a button that cancels it',
    examples: [{ title: '@fieldPage.importing' }],
  },
)

/**
 * Lets the person choose a file and sends it to a call whose wire is a file. `result` is the last answer. Choosing
 * nothing ends the run. `as: "text"` reads the file here instead: `result` is its name and text. With `progress` it is shown how
 * far the work is: it goes on when the page is left, and a refusal stays on the screen until it is closed.
 */
export const verb = defineVerb(
  'upload',
  'Lets the person choose a file and sends it',
  {
    upload: Type.Union([CallName, Type.Literal(true)]),
    with: Type.Optional(Input),
    accept: Type.Optional(Type.String({ description: 'Endings: ".bdd,.json"' })),
    multiple: Type.Optional(Type.Boolean()),
    as: Type.Optional(
      Type.Union([Type.Literal('file'), Type.Literal('text')], {
        description: 'text: read it here, result is { name, text }',
      }),
    ),
    maxSize: Type.Optional(Type.Integer({ minimum: 1, description: 'Bytes' })),
    tooLarge: withDefault(Text, '@action.fileTooLarge'),
    progress: Type.Optional(ProgressWords),
  },
  async (step, run) => {
    const { accept, multiple, maxSize, upload, progress } = step
    const files = await run.host.chooseFiles({
      ...(accept && { accept }),
      ...(multiple && { multiple }),
    })
    if (files.length === 0) run.stop()
    const input = step.with?.evaluate(run.scope)
    let result: unknown
    for (const file of files) {
      run.signal.throwIfAborted()
      if (maxSize !== undefined && file.size > maxSize) throw new Error(run.text(step.tooLarge))
      result =
        step.as === 'text' || upload === true
          ? { name: file.name, text: await file.text() }
          : await send(upload.evaluate(run.scope), progress, run, { ...input, file })
    }
    return result
  },
)

type Sent = Readonly<Record<string, unknown>> & { readonly file: HostFile }

function send(
  name: string,
  words: PlanOf<typeof ProgressWords> | undefined,
  run: ActionRun,
  input: Sent,
): Promise<CallResult> {
  if (!words) return run.host.call(name, input, { signal: run.signal })
  return watchedCall(run, `${run.text(words.title)} ${input.file.name}`, name, input)
}
