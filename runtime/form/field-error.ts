import { fillPlaces } from '../text'
import type { FieldError, FieldPlan } from './plan'

/** What a document calls a field; nothing where it says nothing, and the name stands for it. */
export function labelOf(field: FieldPlan | undefined): FieldPlan['label'] | undefined {
  return field && field.label !== field.name && field.label !== field.path ? field.label : undefined
}

/** The server knows a member by another name than the form, or by none: what a person reads is the field's label. */
export function messageFor({ message, sentence }: FieldError, label: string): string {
  return sentence !== undefined && label !== '' ? fillPlaces(sentence, { name: label }) : message
}
