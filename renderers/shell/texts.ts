import type { Language } from '@runtime/text'
import { client } from './client'

/** All texts of one language, by key. */
export async function fetchTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  const { data } = await client.call('documents.locales', { language })
  return (data as { messages: Readonly<Record<string, string>> }).messages
}
