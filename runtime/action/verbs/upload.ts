import { Type } from 'typebox'
import type { PlanOf } from '../../document/plan'
import { listShape, membersShape, type Shape, TEXT } from '../../document/shape'
import { CallName, Input, Text, withDefault } from '../../document/words'
import type { Computed } from '../../expression/computed'
import type { HostFile, SheetRows } from '../../files'
import type { CallResult } from '../../host'
import type { ActionRun } from '../action'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { picturesOf } from '../pictures'
import { watchedCall } from '../watched'

/** Pixels of a picture's longer side that is cut or read and says nothing else. */
const SIDE = 512
/** Bytes of a spreadsheet that is read here and says nothing else: as much as one import takes. */
const SHEET_BYTES = 512_000
/** What is read as rows, where the step accepts no other. */
const SHEETS = '.xlsx,.xls,.csv'

/** What a file becomes that is read here, by `as`. */
const READ: Readonly<Record<string, Shape>> = {
  text: membersShape(['name', 'text'].map((name) => [name, TEXT])),
  picture: membersShape(['name', 'address'].map((name) => [name, TEXT])),
  rows: membersShape([
    ['name', TEXT],
    ['columns', listShape(TEXT)],
    ['rows', listShape('open')],
  ]),
}

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
 * nothing ends the run. `as: "text"` reads the file here instead: `result` is its name and text; `as: "picture"` reads it as a
 * picture, `result` being its name and its data address; `as: "rows"` as a spreadsheet, `result` being its name, its columns and
 * its rows, each with a member a column. With `cut` the person first cuts the picture, and sees it until it has
 * been sent. With `progress` it is shown how
 * far the work is: it goes on when the page is left, and a refusal stays on the screen until it is closed.
 */
export const verb = defineVerb(
  'upload',
  'Lets the person choose a file and sends it',
  {
    upload: Type.Union([CallName('upload'), Type.Literal(true)]),
    with: Type.Optional(Input),
    accept: Type.Optional(Type.String({ description: 'Endings: ".bdd,.json"' })),
    multiple: Type.Optional(Type.Boolean()),
    as: Type.Optional(
      Type.Enum(['file', 'text', 'picture', 'rows'], {
        description:
          'text: read it here, result is { name, text }; picture: read it here, result is { name, address }, a data address; rows: read the first sheet of an xlsx, xls or csv here, result is { name, columns, rows }',
      }),
    ),
    cut: Type.Optional(
      Type.Enum(['square', 'round'], {
        description: 'The person first cuts the picture to a square, or sees what a circle leaves of it',
      }),
    ),
    side: withDefault(
      Type.Integer({ minimum: 16, maximum: 4096, description: 'Pixels of a picture’s longer side at most' }),
      SIDE,
    ),
    maxSize: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Bytes; of a file that is read as rows 512000 by itself' }),
    ),
    tooLarge: withDefault(Text, '@action.fileTooLarge'),
    progress: Type.Optional(ProgressWords),
  },
  async (step, run) => {
    const { multiple, cut, as } = step
    const { host } = run
    const accept = step.accept ?? (as === 'rows' ? SHEETS : undefined)
    const maxSize = step.maxSize ?? (as === 'rows' ? SHEET_BYTES : undefined)
    const files = await host.chooseFiles({
      ...(accept && { accept }),
      ...(multiple && { multiple }),
    })
    if (files.length === 0) run.stop()
    let result: unknown
    for (const file of files) {
      run.signal.throwIfAborted()
      if (cut) {
        const picture = { shape: cut, side: step.side, ...(maxSize !== undefined && { maxSize }) }
        const isTaken = await picturesOf(host).cut(file, picture, async (piece) => {
          result = await taken(step, piece, run)
        })
        if (!isTaken) run.stop()
        continue
      }
      if (maxSize !== undefined && file.size > maxSize) throw new Error(run.text(step.tooLarge))
      result = await taken(step, file, run)
    }
    return result
  },
  ({ upload, as }, { answer }) => ({
    result:
      (typeof as === 'string' && READ[as]) || (upload === true ? READ['text'] : callResult(answer(upload))),
  }),
)

interface Taking {
  readonly upload: Computed<string> | true
  readonly with?: Computed<Readonly<Record<string, unknown>>>
  readonly as?: 'file' | 'text' | 'picture' | 'rows'
  readonly side: number
  readonly progress?: PlanOf<typeof ProgressWords>
}

/** What becomes of a file: it is read here, or sent. */
async function taken(step: Taking, file: HostFile, run: ActionRun): Promise<unknown> {
  const { upload, as, side, progress } = step
  if (as === 'picture') return { name: file.name, address: await picturesOf(run.host).address(file, side) }
  if (as === 'rows') return { name: file.name, ...(await rowsOf(file, run)) }
  if (as === 'text' || upload === true) return { name: file.name, text: await file.text() }
  return send(upload.evaluate(run.scope), progress, run, { ...step.with?.evaluate(run.scope), file })
}

type Sent = Readonly<Record<string, unknown>> & { readonly file: HostFile }

function rowsOf(file: HostFile, { host }: ActionRun): Promise<SheetRows> {
  if (!host.sheetRows) throw new Error(host.text('@action.sheetBroken'))
  return host.sheetRows(file)
}

function send(
  name: string,
  words: PlanOf<typeof ProgressWords> | undefined,
  run: ActionRun,
  input: Sent,
): Promise<CallResult> {
  if (!words) return run.host.call(name, input, { signal: run.signal })
  return watchedCall(run, `${run.text(words.title)} ${input.file.name}`, name, input)
}
