import { Type } from 'typebox'
import { Text, Value } from '../../document/words'
import type { Text as TextValue } from '../../text'
import type { Verb } from '../action'
import { stepSchema } from '../schema'

interface Column {
  readonly value: string
  readonly label: TextValue
}

/** Lets rows of a data interface be chosen, which become `result`; cancelling ends the run (`spec/shell-and-monitoring.md §2.3, §7.4`). */
export const verb: Verb = {
  name: 'choose',
  schema: stepSchema('Lets rows of a data interface be chosen, which become result', {
    choose: Type.String({ minLength: 1, description: 'Id or code of the data interface' }),
    title: Text,
    columns: Type.Array(
      Type.Object({
        value: Type.String({ minLength: 1, description: 'Member of the rows' }),
        label: Text,
      }),
      { minItems: 1 },
    ),
    key: Type.String({ minLength: 1, description: 'Member by which a row is known' }),
    mode: Type.Optional(Type.Union([Type.Literal('dialog'), Type.Literal('drawer')])),
    width: Type.Optional(Type.String({ minLength: 1, description: 'A CSS length' })),
    paged: Type.Optional(Type.Boolean({ description: 'Without pages 10,000 rows are asked for' })),
    chosen: Type.Optional(Value),
  }),
  async run(step, run) {
    const { text } = run.host
    const { mode, width, paged } = step as { mode?: 'dialog' | 'drawer'; width?: string; paged?: boolean }
    const chosen = run.interpolate<readonly unknown[] | null | undefined>(step['chosen'])
    const columns = step['columns'] as readonly Column[]
    const rows = await run.host.chooseRows?.({
      interfaceId: String(run.interpolate(step['choose'])),
      title: text(run.interpolate<TextValue>(step['title'])),
      columns: columns.map(({ value, label }) => ({ value, label: text(label) })),
      key: String(step['key']),
      ...(mode && { mode }),
      ...(width !== undefined && { width }),
      ...(paged !== undefined && { paged }),
      ...(Array.isArray(chosen) && { chosen: chosen.map(String) }),
    })
    if (!rows) run.stop()
    return rows
  },
}
