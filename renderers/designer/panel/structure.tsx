/** What a container is made of: its panes, or the rows and columns around a cell. */
export function Structure() {
  return null
}
