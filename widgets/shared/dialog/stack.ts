/** Open popups, the topmost last: Escape and shortcuts belong to that one alone. */
const open: symbol[] = []

export function enterStack(): { readonly isTop: () => boolean; readonly leave: () => void } {
  const self = Symbol('popup')
  open.push(self)
  document.body.classList.add('loam-dialog-open')
  return {
    isTop: () => open.at(-1) === self,
    leave: () => {
      const index = open.indexOf(self)
      if (index >= 0) open.splice(index, 1)
      if (open.length === 0) document.body.classList.remove('loam-dialog-open')
    },
  }
}
