import { dataOf } from '@runtime/data'
import { CallError, type Host } from '@runtime/host'
import { dictionariesIn, type FillOptions, type Printable, readPageParam } from '@runtime/print'

interface Item {
  readonly id: string
  readonly enCode: string
  readonly fullName: string
  readonly children?: readonly Item[]
}

type Names = ReadonlyMap<string, string>

/**
 * Reads the dictionaries that a template and its margins name. One that is gone or closed names nothing.
 * @throws whatever else kept one from being read
 */
export async function readDictionaries(
  { printTemplate, pageParam }: Pick<Printable, 'printTemplate' | 'pageParam'>,
  host: Host,
  signal: AbortSignal,
): Promise<NonNullable<FillOptions['dictionary']>> {
  const { head, foot, watermark } = readPageParam(pageParam)
  const texts = [printTemplate, ...Object.values(head), ...Object.values(foot), watermark.text]
  const ids = [...new Set(texts.flatMap(dictionariesIn))]
  const names = new Map(
    await Promise.all(ids.map(async (id) => [id, await namesOf(id, host, signal)] as const)),
  )
  return (id, value) => names.get(id)?.get(value)
}

/** Names of a dictionary's items by their ids and by their codes: a field keeps either. */
async function namesOf(id: string, host: Host, signal: AbortSignal): Promise<Names> {
  const query = { call: 'dictionaryData.options', input: { id } }
  try {
    const data = (await dataOf(host).read(query, { signal })) as {
      readonly list: readonly Item[]
      readonly withdrawn?: readonly Item[]
    }
    const items = flat([...data.list, ...(data.withdrawn ?? [])])
    const byCode = items.map(({ enCode, fullName }) => [enCode, fullName] as const)
    return new Map([...byCode, ...items.map((item) => [item.id, item.fullName] as const)])
  } catch (error) {
    if (error instanceof CallError && (error.code === 403 || error.code === 404)) return new Map()
    throw error
  }
}

function flat(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [item, ...flat(item.children ?? [])])
}
