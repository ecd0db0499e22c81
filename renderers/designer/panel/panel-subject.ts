import type { Command } from '@runtime/design/command'
import { FORM } from '@runtime/design/nodes'
import type { DesignSession } from '@runtime/design/session'
import { type Subject, subjectOf, subjectOfMany } from '@runtime/design/subjects'
import { createContext, useContext, useSyncExternalStore } from 'react'

/** What the panel shows of a session: what is chosen, or the form; read once for each state of it. */
export class PanelSubject {
  readonly session: DesignSession
  readonly #find: (session: DesignSession) => Subject | undefined
  #version = -1
  #subject: Subject | undefined

  /** @param find what is shown, where it is not what is chosen of the form */
  constructor(session: DesignSession, find: (session: DesignSession) => Subject | undefined = chosenOf) {
    this.session = session
    this.#find = find
  }

  readonly read = (): Subject | undefined => {
    const { version } = this.session
    if (version !== this.#version) {
      this.#version = version
      this.#subject = this.#find(this.session)
    }
    return this.#subject
  }

  /** Gives a setting a value, as a step; false when the model cannot say it. */
  change(name: string, value: unknown, isTyped = false): boolean {
    const command: Command | null | undefined = this.read()?.change(name, value)
    return command ? this.session.run(command, { typed: isTyped }) === null : false
  }
}

function chosenOf({ tree, widgets, selection }: DesignSession): Subject | undefined {
  const [first, ...others] = selection.nodes
  return others.length > 0
    ? subjectOfMany(tree, widgets, selection.nodes)
    : subjectOf(tree, widgets, first ?? FORM)
}

const PanelContext = createContext<PanelSubject | null>(null)
export const PanelProvider = PanelContext

/** What the panel around edits. */
export function usePanel(): PanelSubject {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('An editor of a setting stands in the settings panel')
  return panel
}

/** The subject as it is now, also while the editor itself is not drawn again. */
export function useSubject(): Subject | undefined {
  const panel = usePanel()
  return useSyncExternalStore(panel.session.subscribe, panel.read)
}
