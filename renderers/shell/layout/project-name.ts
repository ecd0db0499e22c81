import type { Language } from '@runtime/text'

/** A project as the data interface of the picker answers it (`spec/shell-and-monitoring.md §7.4`). */
export interface Project {
  readonly f_id: string
  readonly name: string
  readonly name_en?: string | null
}

/** What a project is called in a language: those who read English have its English name, where it has one. */
export const projectName = ({ name, name_en }: Project, language: Language): string =>
  language === 'en' && name_en ? name_en : name
