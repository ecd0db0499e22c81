import './files.css'
import type { Host } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'

/** Files in one line: the first by name, the number of the others. A press shows them. */
export function FilesCell({ files, host }: { readonly files: readonly FileValue[]; readonly host: Host }) {
  const [first] = files
  if (!first) return null
  const name = shownName(first.name)
  return (
    <button
      type="button"
      className="loam-files-cell"
      title={files.map((file) => shownName(file.name)).join('\n')}
      aria-label={host.text('@files.of', { act: host.text('@files.preview'), name })}
      onClick={(event) => {
        event.stopPropagation()
        host.files?.preview(files, 0)
      }}
    >
      <span className="loam-files-cell-name">{name}</span>
      {files.length > 1 && <span className="loam-file-note">+{files.length - 1}</span>}
    </button>
  )
}
