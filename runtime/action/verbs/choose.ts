import { Type } from 'typebox'
import { listShape } from '../../document/shape'
import { Text, Value } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Lets rows of a data interface be chosen, which become `result`; cancelling ends the run (`spec/shell-and-monitoring.md §2.3, §7.4`). */
export const verb = defineVerb(
  'choose',
  'Lets rows of a data interface be chosen, which become result',
  {
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
  },
  async ({ choose, title, columns, key, mode, width, paged, chosen }, run) => {
    const given = chosen?.evaluate(run.scope)
    const rows = await run.host.chooseRows?.({
      interfaceId: choose,
      title: run.text(title),
      columns: columns.map(({ value, label }) => ({ value, label: run.text(label) })),
      key,
      ...(mode && { mode }),
      ...(width !== undefined && { width }),
      ...(paged !== undefined && { paged }),
      ...(Array.isArray(given) && { chosen: given.map(String) }),
    })
    if (!rows) run.stop()
    return rows
  },
  () => ({ result: listShape('open') }),
)
