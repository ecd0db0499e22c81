import { userEvent } from 'vitest/browser'

const CONTROLS = 'input:not([type=hidden]), textarea, [role=combobox], [role=switch], [role=slider]'

/** Controls that may be changed, in their order. */
export function openControls(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => {
    const { disabled, readOnly } = control as HTMLInputElement
    const isClosed =
      control.getAttribute('aria-disabled') === 'true' || control.getAttribute('aria-readonly') === 'true'
    return (
      !disabled &&
      !readOnly &&
      !isClosed &&
      control.getAttribute('tabindex') !== '-1' &&
      !control.id.endsWith('-key')
    )
  })
}

/** Gives one control another value, as a person would by keyboard. */
export async function fill(control: HTMLElement): Promise<void> {
  const { type, value } = control as HTMLInputElement
  control.focus()
  if (type === 'file') return chooseFile(control as HTMLInputElement)
  if (control.getAttribute('role') === 'switch') return userEvent.keyboard(' ')
  if (type === 'checkbox' || type === 'radio') return control.click()
  if (type === 'range' || control.getAttribute('role') === 'slider') return userEvent.keyboard('{ArrowRight}')
  if (type === 'color') return setNative(control as HTMLInputElement, '#336699')
  if (control.getAttribute('aria-haspopup') === 'listbox') return choose(control)
  if (control.getAttribute('aria-haspopup') === 'dialog') return userEvent.keyboard(dateOrTime(control))
  if (control.getAttribute('role') === 'spinbutton') return userEvent.keyboard(value === '7' ? '8' : '7')
  return userEvent.keyboard('浇水')
}

/** The last of a list, or the first where that is chosen already. */
async function choose(control: HTMLElement): Promise<void> {
  const shown = () => `${control.textContent}${(control as HTMLInputElement).value ?? ''}`
  const before = shown()
  await userEvent.keyboard('{ArrowDown}{End}{Enter}{Escape}')
  if (shown() === before) await userEvent.keyboard('{ArrowDown}{Home}{Enter}{Escape}')
}

function dateOrTime(control: HTMLElement): string {
  const isTime = control.closest('.loam-moment')?.querySelector('.loam-moment-icon-time') != null
  return isTime ? '06:30:00{Tab}' : '2026-11-21 06:30:00{Tab}'
}

function setNative(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

function chooseFile(input: HTMLInputElement): void {
  const transfer = new DataTransfer()
  transfer.items.add(new File(['浇水'], 'note.txt', { type: 'text/plain' }))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
