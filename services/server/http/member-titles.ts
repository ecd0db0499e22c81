import { resources } from '@services/contract/resources'

let known: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined

/** Locale keys of what screens call the members of a resource, for refusals of the calls that make and change its records. */
export function memberTitles(call: string): Readonly<Record<string, string>> {
  known ??= new Map(
    Object.values(resources).flatMap(({ calls, acts = {}, titles }) => [
      ...[calls['create'], calls['update']].flatMap((name) =>
        name === undefined ? [] : [[name, titles] as const],
      ),
      ...Object.values(acts).map((act) => [act.call, titles] as const),
    ]),
  )
  return known.get(call) ?? {}
}
