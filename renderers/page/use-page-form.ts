import { compileAction, type StepPlan } from '@runtime/action'
import { useCallback, useEffect, useId } from 'react'
import { useUnsaved } from '../unsaved'
import { useEvent, useNodeContext } from './context'
import type { NodeProps } from './node'
import type { PageForm } from './page-form'

/** A form that stands in a page and how it is saved. */
export interface Saving {
  readonly form: PageForm
  /** What its saving runs under. */
  readonly source: string
  /** Validates it and runs the node's `submit` with what it holds as `form`. */
  readonly save: () => Promise<void>
}

/**
 * Makes a form known to the page under the node's name, and saves it when its button or `submit` asks for it.
 * @param held what it holds now
 */
export function usePageForm(
  { name, submit }: NodeProps<'form'>['node'],
  form: PageForm,
  held: () => unknown,
): Saving {
  const { screen, runner, dialog, joined } = useNodeContext()
  const source = useId()
  const save = useCallback(async () => {
    if (!submit) return
    const steps = [validating(name, form), ...submit, ...compileAction({ emit: `${name}.fold` })]
    await runner.run(steps, { form: held() }, { source })
  }, [submit, name, form, runner, held, source])
  // What stands in a dialog is told by the dialog.
  useUnsaved(() => submit !== undefined && !dialog && form.isDirty())
  useEffect(() => joined?.(form), [form, joined])
  useEffect(() => screen.registerForm({ name, form, dialog, save }), [screen, name, form, dialog, save])
  useEvent(screen, `${name}.submit`, save)
  return { form, source, save }
}

/** This very form, whatever others of its name there are. */
function validating(name: string, form: PageForm): StepPlan {
  return {
    verb: 'validate',
    document: { validate: name },
    async run(run) {
      if (!form.validate()) run.stop()
    },
  }
}
