import type { RecordSave } from './saves'

/** The call that carries a save out, and its input. */
export function saveCall({
  id: saveId,
  modelId,
  menuId,
  recordId,
  version,
  data,
  formVersion,
}: RecordSave): [name: string, input: Readonly<Record<string, unknown>>] {
  const input = { modelId, menuId, data, saveId, ...(formVersion !== undefined && { formVersion }) }
  if (recordId === null) return ['onlineDevelopment.create', input]
  return ['onlineDevelopment.update', { ...input, id: recordId, version }]
}
