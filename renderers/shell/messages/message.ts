import { dataOf } from '@runtime/data'
import type { Host } from '@runtime/host'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'

export type Message = CallAnswer<'message.list'>['data']['list'][number]
export type MessageDetail = CallAnswer<'message.read'>['data']

/** Kinds of messages with a page or a form of their own (`spec/shell-and-monitoring.md §3`). */
export const FLOW_TYPE = 2
export const SCHEDULE_TYPE = 4
/** Messages that are fetched at once, and pixels before the end of the list at which the next are (§9). */
export const MESSAGE_PAGE = 20
export const MESSAGE_TRIGGER = 200

/** What is looked for; null is anything. */
export interface MessageFilter {
  readonly keyword: string
  readonly type: number | null
  readonly isRead: 0 | 1 | null
}

export async function fetchMessages(
  host: Host,
  { keyword, type, isRead }: MessageFilter,
  page: { readonly currentPage: number; readonly pageSize: number },
  signal?: AbortSignal,
) {
  const input = {
    ...page,
    sort: 'desc',
    ...(keyword !== '' && { keyword }),
    ...(type !== null && { type }),
    ...(isRead !== null && { isRead }),
  }
  const { data } = await host.call('message.list', input, signal ? { signal } : {})
  const { list, pagination } = data as CallAnswer<'message.list'>['data']
  return { list, total: pagination.total }
}

/** Asks, then marks all that fits the filter as read; whether it was done. */
export async function readAll(host: Host, { keyword, type, isRead }: MessageFilter): Promise<boolean> {
  if (!(await host.confirm({ text: host.text('@messages.readAllQuestion') }))) return false
  const { msg } = await host.call('message.readAll', { keyword: keyword || null, type, isRead })
  host.toast('success', msg)
  return true
}

/** A type of messages with its name: the dictionary `msgSourceType`, in the person's own words. */
export interface MessageType {
  readonly type: number
  readonly name: string
}

const NO_TYPES: readonly MessageType[] = []

export function useMessageTypes(host: Host): readonly MessageType[] {
  const [types, setTypes] = useState(NO_TYPES)
  useEffect(() => {
    let isHere = true
    dataOf(host)
      .read({ call: 'dictionaryData.options', input: { id: 'msgSourceType' } })
      .then(
        (data) => {
          const { list } = data as { list: readonly { enCode: string; fullName: string }[] }
          const known = list.map(({ enCode, fullName }) => ({ type: Number(enCode), name: fullName }))
          if (isHere) setTypes(known.filter(({ type }) => Number.isInteger(type)))
        },
        // Without their names the messages are still there to be read.
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [host])
  return types
}
