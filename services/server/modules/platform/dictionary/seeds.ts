import type { Translate } from '@runtime/host'
import type { ChoiceColour } from '@runtime/widget/choice-colour'
import { inParts } from '../../../database/batches'
import type { Db } from '../../../module'

/** A flat dictionary, named in `schemas/locales/dictionaries.json`: codes of its items, with the colour that a state has. */
interface Seed {
  readonly id: string
  readonly parent: '0' | '1'
  readonly items: readonly (string | readonly [code: string, color: ChoiceColour])[]
}

/** Dictionaries that documented screens ask for by their code. Every system has them. */
const SYSTEM: readonly Seed[] = [
  {
    id: 'businessType',
    parent: '0',
    items: ['purchase', 'water', 'device', 'field'],
  },
  {
    id: 'msgSourceType',
    parent: '0',
    items: ['1', '2', '3', '4'],
  },
  {
    id: 'urgency',
    parent: '0',
    items: [
      ['1', 'gray'],
      ['2', 'orange'],
      ['3', 'red'],
    ],
  },
  {
    id: 'scheduleCategory',
    parent: '0',
    items: ['meeting', 'inspection', 'maintenance', 'irrigation', 'other'],
  },
  {
    id: 'groupType',
    parent: '0',
    items: ['project', 'duty', 'expert'],
  },
  {
    // Their numbers (GB/T 3304) are their codes.
    id: 'nation',
    parent: '0',
    items: Array.from({ length: 56 }, (_, index) => String(index + 1).padStart(2, '0')),
  },
  {
    id: 'education',
    parent: '0',
    items: ['primary', 'junior', 'senior', 'vocational', 'college', 'bachelor', 'master', 'doctor'],
  },
  {
    id: 'certificateType',
    parent: '0',
    items: ['idCard', 'passport', 'hkMacauPass', 'taiwanPass', 'foreignerId', 'military', 'other'],
  },
  {
    id: 'ranks',
    parent: '0',
    items: ['senior', 'middle', 'junior', 'trainee'],
  },
  {
    id: 'positionType',
    parent: '0',
    items: ['management', 'technical', 'operation', 'support'],
  },
]

/** Dictionaries of the demo farm. */
const FARM: readonly Seed[] = [
  {
    id: 'crop',
    parent: '1',
    items: ['cotton', 'maize', 'tomato', 'wheat', 'beet'],
  },
  {
    id: 'soilType',
    parent: '1',
    items: ['sand', 'sandyLoam', 'siltLoam', 'loam', 'clay'],
  },
  {
    id: 'irrigationMethod',
    parent: '1',
    items: ['mulchedDrip', 'drip', 'sprinkler', 'pipe', 'furrow'],
  },
  {
    id: 'unit',
    parent: '1',
    items: ['m3', 'mu', 'kg', 'piece', 'meter', 'roll'],
  },
  {
    id: 'deviceKind',
    parent: '1',
    items: ['pump', 'valve', 'filter', 'fertilizer', 'gateway', 'soil', 'weather'],
  },
  {
    id: 'inspectionResult',
    parent: '1',
    items: [
      ['normal', 'green'],
      ['observe', 'orange'],
      ['abnormal', 'red'],
    ],
  },
  {
    id: 'purchaseCategory',
    parent: '1',
    items: ['irrigation', 'sensor', 'fertilizer', 'spare'],
  },
]

/** An item's id tells its place, so that a demo record can name it: `crop.cotton`. */
export const itemId = (dictionary: string, code: string) => `${dictionary}.${code}`

/** Makes the dictionaries that are not there yet; those that are stay as people have made them. */
export async function seed(db: Db, demo: boolean, text: Translate): Promise<void> {
  for (const [index, dictionary] of [...SYSTEM, ...(demo ? FARM : [])].entries()) {
    await db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('dictionary_category')
        .values({
          id: dictionary.id,
          parent_id: dictionary.parent,
          ...named(text, dictionary.id),
          en_code: dictionary.id,
          is_tree: 0,
          sort_code: index + 1,
          description: '',
          updated_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) return
      const items = dictionary.items.map((item) => (typeof item === 'string' ? ([item, ''] as const) : item))
      const rows = items.map(([code, color], sort) => ({
        color,
        id: itemId(dictionary.id, code),
        category_id: dictionary.id,
        parent_id: null,
        ...named(text, dictionary.id, code),
        en_code: code,
        enabled_mark: 1,
        sort_code: sort + 1,
        description: '',
        updated_at: null,
      }))
      for (const part of inParts(rows)) await tx.insertInto('dictionary_item').values(part).execute()
    })
  }
}

function named(text: Translate, dictionary: string, code = '') {
  const key = `@dictionaries.${dictionary}${code.charAt(0).toUpperCase()}${code.slice(1)}`
  return { full_name: text(key), full_name_code: key }
}
