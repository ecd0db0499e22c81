import type { ColumnsHandle, Host } from '@runtime/host'

/** Milliseconds that setting columns must rest before they are sent: a drag sets many widths. */
const REST = 800

/** Columns of lists as the account keeps them (`spec/administration.md §7`, "Column settings"): each list is asked once a tab. */
export function createColumnsHandle(call: Host['call'], onRefused: (message: string) => void): ColumnsHandle {
  const known = new Map<string, Promise<readonly unknown[]>>()
  const waiting = new Map<string, () => void>()
  const ask = async (id: string) => (await call('authority.columns', { id })).data as readonly unknown[]
  // What has been set is sent before the tab is left.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const send of [...waiting.values()]) send()
  })
  return {
    read(list) {
      const asked = known.get(list) ?? ask(list)
      known.set(list, asked)
      // What was not answered is asked again with the next list.
      asked.catch(() => known.delete(list))
      return asked
    },
    save(list, columns) {
      known.set(list, Promise.resolve(columns))
      const send = () => {
        clearTimeout(timer)
        waiting.delete(list)
        call('authority.setColumns', { moduleId: list, fieldList: JSON.stringify(columns) }).catch(
          (error: Error) => onRefused(error.message),
        )
      }
      const timer = setTimeout(() => waiting.get(list) === send && send(), REST)
      waiting.set(list, send)
    },
  }
}
