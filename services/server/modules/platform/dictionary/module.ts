import { dictionaryCalls as calls } from '@services/contract/areas/platform/dictionary'
import { type CallContext, Reply, type ServerModule, type UploadedFile } from '../../../module'
import { forEveryone } from '../../../right'
import {
  categoryById,
  categoryTree,
  createCategory,
  deleteCategory,
  namedCategories,
  parentChoices,
  updateCategory,
} from './categories'
import {
  allDictionaries,
  choicesOf,
  createItem,
  deleteItem,
  findCategory,
  itemById,
  itemsByName,
  type KeptItem,
  listItems,
  optionsOf,
  optionsOfMany,
  parentItems,
  toggleItem,
  updateItem,
} from './items'
import { seed } from './seeds'
import { migrations } from './tables'
import { exportCategory, importCategories } from './transfer'
import { type Branch, nest } from './tree'

const CHOICES = forEveryone('Dictionaries are the choices of everybody’s forms')

const VIEW = 'system.dictionary'
const ADD = `${VIEW}:btn_add`
const EDIT = `${VIEW}:btn_edit`
const REMOVE = `${VIEW}:btn_remove`

const done = (context: CallContext, message = '@server.ok') => new Reply(null, context.text(message))

/** As it is changed: by the name that it was given. */
function asGiven<T extends { readonly fullNameCode: string }>({ fullNameCode: _, ...row }: T) {
  return row
}

declare module '../../../module' {
  interface Services {
    dictionaries: {
      /** The enabled items of a category, by its id or code, nested; throws 404 when there is none. */
      options(category: string): Promise<readonly Branch<KeptItem>[]>
      /** All items of a category, the disabled ones too: for showing what has been chosen; empty when there is none. */
      labels(category: string): Promise<readonly Branch<KeptItem>[]>
      exists(category: string): Promise<boolean>
    }
  }
}

/** Dictionary categories and items (`spec/administration.md §2–§5`). */
export const dictionaryModule: ServerModule = {
  name: 'dictionary',
  migrations,
  register({ db, services, locales, handle, options, onReady }) {
    services.dictionaries = {
      options: (category) => optionsOf(db, category),
      labels: async (category) => nest(await itemsByName(db, category)),
      exists: async (category) => (await findCategory(db, category)) !== undefined,
    }
    services.names.provide('dictionary', (_, ids, context) => namedCategories(context, ids))
    onReady(() => seed(db, options.demo, locales.translator('zh').text))

    handle(calls['dictionaryType.list'], VIEW, async (context, { keyword }) => ({
      list: await categoryTree(context, keyword),
    }))
    // Names and codes alone, which a form's dictionary select offers whoever fills it in.
    handle(calls['dictionaryType.selector'], CHOICES, async (context, { id }) => ({
      list: await parentChoices(context, id),
    }))
    handle(calls['dictionaryType.info'], VIEW, async (_, { id }) => asGiven(await categoryById(db, id)))
    handle(calls['dictionaryType.create'], ADD, async (context, input) => {
      return new Reply(await createCategory(context, input), context.text('@dictionary.created'))
    })
    handle(calls['dictionaryType.update'], EDIT, async (context, { id, ...input }) => {
      await updateCategory(context, id, input)
      return done(context, '@dictionary.updated')
    })
    handle(calls['dictionaryType.delete'], REMOVE, async (context, { id }) => {
      await deleteCategory(context, id)
      return done(context, '@dictionary.deleted')
    })
    handle(calls['dictionaryType.export'], VIEW, async (_, { id }) =>
      services.downloads.offer(await exportCategory(db, id)),
    )

    handle(calls['dictionaryData.list'], VIEW, async (context, { id, keyword, isTree }) => ({
      list: await listItems(context, id, keyword, isTree),
    }))
    handle(calls['dictionaryData.all'], CHOICES, async (context) => ({
      list: await allDictionaries(context),
    }))
    handle(calls['dictionaryData.selector'], VIEW, async (context, { id, parent, isTree }) => ({
      list: await parentItems(context, id, parent, isTree),
    }))
    handle(calls['dictionaryData.options'], CHOICES, (context, { id }) => choicesOf(context, id))
    handle(calls['dictionaryData.optionsOf'], CHOICES, (context, { ids }) => optionsOfMany(context, ids))
    handle(calls['dictionaryData.info'], VIEW, async (_, { id }) => asGiven(await itemById(db, id)))
    handle(calls['dictionaryData.create'], ADD, async (context, input) => {
      return new Reply(await createItem(context, input), context.text('@dictionary.created'))
    })
    handle(calls['dictionaryData.update'], EDIT, async (context, { id, ...input }) => {
      await updateItem(context, id, input)
      return done(context, '@dictionary.updated')
    })
    handle(calls['dictionaryData.delete'], REMOVE, async (context, { id }) => {
      await deleteItem(context, id)
      return done(context, '@dictionary.deleted')
    })
    handle(calls['dictionaryData.setState'], EDIT, async (context, { id }) => {
      await toggleItem(context, id)
      return done(context)
    })
    handle(calls['dictionaryData.export'], VIEW, async (_, { id }) =>
      services.downloads.offer(await exportCategory(db, id)),
    )
    handle(calls['dictionaryData.import'], ADD, async (context, input) => {
      const { file } = input as { readonly file: UploadedFile }
      return new Reply(await importCategories(context, file), context.text('@dictionary.imported'))
    })
  },
}
