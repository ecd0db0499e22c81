import { fitsRule } from '@runtime/form/rules'
import type { PersonBody } from '@services/contract/areas/platform/person'
import { type Selectable, sql } from 'kysely'
import type { Static } from 'typebox'
import type { InputError } from '../../../../http/errors'
import type { CallContext, Db, Tx } from '../../../../module'
import type { UserAccountTable } from '../../session/tables'
import { refusal } from '../change'

type FileInput = Partial<Static<typeof PersonBody>>

/** Members that are chosen from a dictionary, with its code and the column in which the item is kept. */
export const CHOICES = {
  ranks: { dictionary: 'ranks', column: 'rank' },
  nation: { dictionary: 'nation', column: 'nation' },
  certificatesType: { dictionary: 'certificateType', column: 'certificate_type' },
  education: { dictionary: 'education', column: 'education' },
} as const
export type Chosen = keyof typeof CHOICES
const CHOSEN = Object.keys(CHOICES) as Chosen[]
/** The item of `certificateType` whose numbers have a form of their own. */
const ID_CARD = 'idCard'

/** An item of one of these dictionaries. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly code: string
}

/** The items of the dictionaries of a file, by the member that is chosen from them, disabled ones too. */
export async function choicesOfFile(db: Db | Tx): Promise<ReadonlyMap<Chosen, readonly Choice[]>> {
  const codes = CHOSEN.map((member) => CHOICES[member].dictionary)
  const items = await db
    .selectFrom('dictionary_item')
    .innerJoin('dictionary_category', 'dictionary_category.id', 'dictionary_item.category_id')
    .select([
      'dictionary_category.en_code as dictionary',
      'dictionary_item.id',
      'dictionary_item.full_name as name',
      'dictionary_item.en_code as code',
    ])
    .where(sql<boolean>`dictionary_category.en_code = any(${codes}::text[])`)
    .orderBy('dictionary_item.sort_code')
    .execute()
  return new Map(
    CHOSEN.map((member) => [
      member,
      items.filter(({ dictionary }) => dictionary === CHOICES[member].dictionary),
    ]),
  )
}

/** What is wrong with a file: choices that there are not, a number that is none of an ID card. What is `kept` already stays. */
export function faultsOfFile(
  { text }: CallContext,
  input: FileInput,
  choices: ReadonlyMap<Chosen, readonly Choice[]>,
  kept: FileInput = {},
): readonly InputError[] {
  const gone = CHOSEN.filter((member) => {
    const id = input[member] ?? ''
    return id !== '' && id !== kept[member] && !choices.get(member)?.some((choice) => choice.id === id)
  })
  const errors = gone.map((path): InputError => ({ path, message: text('@people.choiceGone') }))
  const { certificatesType: type = kept.certificatesType, certificatesNumber = kept.certificatesNumber } =
    input
  const number = certificatesNumber?.trim() ?? ''
  const isIdCard = choices.get('certificatesType')?.find(({ id }) => id === type)?.code === ID_CARD
  if (isIdCard && number !== '' && !fitsRule('idCard', number))
    errors.push({ path: 'certificatesNumber', message: text('@form.rule.idCard') })
  return errors
}

/** @throws ApiError 400 for the first that is wrong with a file */
export async function refuseFile(
  context: CallContext,
  tx: Tx,
  input: FileInput,
  kept?: FileInput,
): Promise<void> {
  const isSaid = [...CHOSEN, 'certificatesNumber' as const].some((member) => input[member])
  if (!isSaid) return
  const [first] = faultsOfFile(context, input, await choicesOfFile(tx), kept)
  if (first) throw refusal(context, first.path, first.message)
}

/** The columns of what is said of a file; what is not said stays as it is. */
export function fileColumns(input: FileInput) {
  const columns = {
    rank: input.ranks,
    nation: input.nation,
    native_place: input.nativePlace,
    certificate_type: input.certificatesType,
    certificate_number: input.certificatesNumber?.toUpperCase() ?? input.certificatesNumber,
    education: input.education,
    landline: input.landline,
    urgent_contact: input.urgentContacts,
    urgent_telephone: input.urgentTelePhone,
    postal_address: input.postalAddress,
  }
  return Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) =>
      value === undefined ? [] : [[column, value?.trim() ?? '']],
    ),
  )
}

/** A file as its person reads it: choices by their names, of a certificate's number both ends. */
export async function fileTold(db: Db, row: Selectable<UserAccountTable>) {
  const ids = CHOSEN.map((member) => row[CHOICES[member].column])
  const items = await db
    .selectFrom('dictionary_item')
    .select(['id', 'full_name'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  const names = new Map(items.map(({ id, full_name }) => [id, full_name]))
  const number = row.certificate_number.replace(/^(.{3}).{2,}(.{4})$/, '$1***$2')
  const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' ')
  return {
    jobTitle: row.job_title,
    ranks: names.get(row.rank) ?? '',
    entryDate: row.entry_date?.getTime() ?? null,
    birthday: row.birthday?.getTime() ?? null,
    nation: names.get(row.nation) ?? '',
    nativePlace: row.native_place,
    education: names.get(row.education) ?? '',
    certificate: joined([names.get(row.certificate_type) ?? '', number]),
    telePhone: row.telephone,
    landline: row.landline,
    postalAddress: row.postal_address,
    urgent: joined([row.urgent_contact, row.urgent_telephone]),
  }
}
