/** The button that a key leads to from another one, by where they stand on the screen; undefined for none. */
export function neighbourOf(
  buttons: readonly HTMLButtonElement[],
  from: HTMLButtonElement,
  key: string,
): HTMLButtonElement | undefined {
  const index = buttons.indexOf(from)
  if (index < 0) return undefined
  if (key === 'ArrowRight') return buttons[index + 1]
  if (key === 'ArrowLeft') return buttons[index - 1]
  if (key === 'Home') return buttons[0]
  if (key === 'End') return buttons.at(-1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const here = from.getBoundingClientRect()
  const isDown = key === 'ArrowDown'
  const beyond = buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (isDown ? box.top >= here.bottom : box.bottom <= here.top))
  // The nearest line first, in it the nearest column.
  const away = (box: DOMRect) => Math.abs(box.top - here.top) * 10_000 + Math.abs(box.left - here.left)
  return beyond.toSorted((one, other) => away(one.box) - away(other.box))[0]?.button
}
