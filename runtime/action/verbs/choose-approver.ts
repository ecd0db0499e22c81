import { membersShape, TEXT } from '../../document/shape'
import { Text } from '../../document/words'
import { defineVerb } from '../define-verb'

const PERSON = membersShape(['id', 'fullName'].map((name) => [name, TEXT]))

/** Lets a person be chosen who is to approve; `result` is their `id` and `fullName`. Cancelling ends the run (`spec/administration.md §2`). */
export const verb = defineVerb(
  'chooseApprover',
  'Lets the person choose who is to approve, whose id and fullName become result',
  { chooseApprover: { ...Text, description: 'Title of the dialog', examples: ['@picker.approver'] } },
  async ({ chooseApprover }, run) => {
    const person = await run.host.chooseApprover?.({ title: run.text(chooseApprover) })
    if (!person) run.stop()
    return person
  },
  () => ({ result: PERSON }),
)
