import type { Command } from '@runtime/design/command'
import type { ListPart } from '@runtime/design/list/copies'
import { type ItemList, moveItem, removeItem, setItem } from '@runtime/design/list/edits'
import { listIn } from '@runtime/design/list/entries'
import type { ListChoice } from '@runtime/design/list/subject'
import type { DesignSession } from '@runtime/design/session'
import type { Host } from '@runtime/host'
import { asWord, isRecord } from '@runtime/json'
import { buttonLabel, fieldOfProp, propOfEntry, titleOf } from '@runtime/list'
import type { Text } from '@runtime/text'
import { useMemo } from 'react'
import { useHost } from '../../host'
import { reasonText } from '../reason'

/** An item of a list of a `columnData`: a column, a search field, a button. */
export interface Item {
  readonly key: string
  readonly label: string
  /** Its place in the list. */
  readonly index: number
}

/** What a person does to the items of a list that is designed. */
export interface ListActs {
  items(of: ItemList): readonly Item[]
  move(of: ItemList, key: string, to: number): void
  remove(of: ItemList, key: string): void
  /** Sets a column's width in pixels; null: as wide as its values. */
  size(key: string, width: number | null): void
  run(command: Command | null): void
}

/** @param tell hears in words what was done, for those who do not see it */
export function useListActs(session: DesignSession, part: ListPart, tell: (words: string) => void): ListActs {
  const host = useHost()
  return useMemo(() => actsOf(session, part, host, tell), [session, part, host, tell])
}

function actsOf(session: DesignSession, part: ListPart, host: Host, tell: (words: string) => void): ListActs {
  const run = (command: Command | null): boolean => {
    const refused = command && session.run(command)
    if (refused) host.toast('warning', reasonText(host, refused))
    return command !== null && !refused
  }
  const items = (of: ItemList): readonly Item[] => {
    const list: unknown = listIn(session.tree, part)[of]
    if (!Array.isArray(list)) return []
    return list.flatMap((entry: unknown, index) => {
      if (!isRecord(entry)) return []
      const key = keyOf(of, entry)
      return key === '' ? [] : [{ key, label: host.text(labelOf(of, entry, session)) || key, index }]
    })
  }
  const itemOf = (of: ItemList, key: string) => items(of).find((one) => one.key === key)
  return {
    items,
    move(of, key, to) {
      const item = itemOf(of, key)
      if (item && run(moveItem(session.tree, part, of, item.index, to)))
        tell(host.text('@listDesign.moved', { item: item.label, place: to + 1 }))
    },
    remove(of, key) {
      const item = itemOf(of, key)
      if (item && run(removeItem(session.tree, part, of, item.index)))
        tell(host.text('@listDesign.removed', { item: item.label }))
    },
    size(key, width) {
      const item = itemOf('columnList', key)
      if (item) run(setItem(part, 'columnList', item.index, 'width', width))
    },
    run: (command) => void run(command),
  }
}

function keyOf(of: ItemList, entry: Readonly<Record<string, unknown>>): string {
  if (of === 'complexHeaderList') return asWord(entry['id'] ?? '')
  const isField = of === 'columnList' || of === 'searchList'
  return asWord((isField ? propOfEntry(entry) : entry['value']) ?? '')
}

export function choiceOf(of: ItemList, key: string): ListChoice {
  if (of === 'complexHeaderList') return { of, id: key }
  return of === 'columnList' || of === 'searchList' ? { of, prop: key } : { of, value: key }
}

/** What the list itself calls an item. */
function labelOf(of: ItemList, entry: Readonly<Record<string, unknown>>, { plan }: DesignSession): Text {
  if (of === 'btnsList' || of === 'columnBtnsList') return buttonLabel(entry)
  const field = plan && of !== 'customBtnsList' ? fieldOfProp(plan, propOfEntry(entry)) : undefined
  return field ? titleOf(entry, field) : asWord(entry['label'] ?? entry['fullName'] ?? '')
}

/** The key of what is chosen among the items of a list. */
export function chosenIn(of: ItemList, choice: ListChoice): string | null {
  if (choice.of !== of) return null
  if ('prop' in choice) return choice.prop
  return 'value' in choice ? choice.value : 'id' in choice ? choice.id : null
}
