import { menuCalls as calls } from '@services/contract/areas/platform/menu'
import { CODE_KINDS, type CodeKind, codeCallsOf } from '@services/contract/areas/platform/menu-codes'
import type { CallContext, ModuleServer } from '../../../module'
import { told } from '../permission/told'
import { addCodes, codesAt, deleteCode, readCode, toggleCode, updateCode } from './codes'
import { createEntry, deleteEntry, moveEntry, toggleEntry, updateEntry } from './writes'

const VIEW = 'system.menu'

/** Entries of menus are made, changed, moved and taken away; open browsers fetch their menu again. */
export function registerMenuWrites({ services, locales, handle }: ModuleServer): void {
  const work = (context: CallContext) => ({ context, services, locales })

  handle(calls['menu.create'], `${VIEW}:btn_add`, async (context, input) =>
    told(context, services, await createEntry(work(context), input), '@people.created'),
  )
  handle(calls['menu.update'], `${VIEW}:btn_edit`, async (context, { id, ...input }) => {
    await updateEntry(work(context), id, input)
    return told(context, services, null, '@people.updated')
  })
  handle(calls['menu.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
    await deleteEntry(work(context), id)
    return told(context, services, null, '@people.deleted')
  })
  handle(calls['menu.state'], `${VIEW}:btn_edit`, async (context, { id }) => {
    await toggleEntry(work(context), id)
    return told(context, services, null, '@server.ok')
  })
  handle(calls['menu.move'], `${VIEW}:btn_edit`, async (context, input) =>
    told(context, services, await moveEntry(work(context), input), '@server.ok'),
  )
}

/** What is granted piece by piece at entries, by kind. */
export function registerMenuCodes({ services, locales, handle }: ModuleServer): void {
  const work = (context: CallContext) => ({ context, services, locales })

  for (const kind of Object.keys(CODE_KINDS) as CodeKind[]) {
    const calls = codeCallsOf[kind]
    handle(calls.list, VIEW, async (context, { moduleId, keyword }) => ({
      list: await codesAt(context, kind, moduleId, keyword),
    }))
    handle(calls.read, VIEW, (context, { id }) => readCode(context, locales, kind, id))
    handle(calls.create, `${VIEW}:btn_add`, async (context, { moduleId, ...input }) => {
      const [id = ''] = await addCodes(work(context), kind, moduleId, [input], 'create')
      return told(context, services, { id }, '@people.created')
    })
    handle(calls.batch, `${VIEW}:btn_add`, async (context, { moduleId, list }) => {
      const ids = await addCodes(work(context), kind, moduleId, list, 'batch')
      return told(context, services, { ids }, '@people.created')
    })
    handle(calls.update, `${VIEW}:btn_edit`, async (context, input) => {
      await updateCode(work(context), kind, input)
      return told(context, services, null, '@people.updated')
    })
    handle(calls.delete, `${VIEW}:btn_remove`, async (context, { id }) => {
      await deleteCode(work(context), kind, id)
      return told(context, services, null, '@people.deleted')
    })
    handle(calls.state, `${VIEW}:btn_edit`, async (context, { id }) => {
      await toggleCode(work(context), kind, id)
      return told(context, services, null, '@server.ok')
    })
  }
}
