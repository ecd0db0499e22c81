import { readFile } from 'node:fs/promises'

/** An end that nobody asked for, as the supervisor notes it (`bin/supervisor.mjs`). */
export interface End {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: string
  /** Milliseconds for which it had lived. */
  readonly life: number
  readonly wasReady: boolean
}

/** The last ends of the journal, the newest first; a line that was cut off by a kill is no end. */
export async function readEnds(journal: string | undefined, count: number): Promise<readonly End[]> {
  if (journal === undefined) return []
  const text = await readFile(journal, 'utf8').catch(() => '')
  return text.split('\n').flatMap(endOf).reverse().slice(0, count)
}

function endOf(line: string): End[] {
  try {
    const { at, reason, life, wasReady } = JSON.parse(line) as Record<string, unknown>
    const moment = Date.parse(String(at))
    if (Number.isNaN(moment)) return []
    return [
      { at: moment, reason: String(reason).slice(0, 500), life: Number(life), wasReady: wasReady === true },
    ]
  } catch {
    return []
  }
}
