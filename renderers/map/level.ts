import { useQuery } from '@renderers/data'
import { CallError } from '@runtime/host'
import { type CallAnswer, FIELD_CODE } from '@services/client'

type Level = CallAnswer<'fieldManagement.projectLevel'>['data']['level']

/** What a person may do in a project; each includes those before it. */
const LEVELS: readonly Level[] = ['view', 'operate', 'manage']
const REFUSED: readonly number[] = [FIELD_CODE.forbidden, FIELD_CODE.notFound]

/**
 * Whether the person may do so much in a project: what commands something is not drawn for who may only look. It is asked
 * again whenever rights change (`authority` frame), and what the server refuses it refuses all the same. False until it is known;
 * true where the server cannot be asked, so that no stop is missing for want of an answer.
 */
export function useMay(projectId: string, level: Exclude<Level, 'view'>): boolean {
  const { data, error } = useQuery({ call: 'fieldManagement.projectLevel', input: { projectId } })
  if (error instanceof CallError && REFUSED.includes(error.code)) return false
  if (data === null) return error !== null
  return LEVELS.indexOf(data.level) >= LEVELS.indexOf(level)
}
