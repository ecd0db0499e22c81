import type { FormPlan, Loss } from '../../form/plan'

/** What reading one `columnData` works with: where it stands, and where its losses go. */
export interface Reading {
  readonly form: FormPlan
  readonly source: Readonly<Record<string, unknown>>
  lose(pointer: string, message: string, field?: string, params?: Loss['params']): void
}
