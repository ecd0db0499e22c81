import './files.css'
import type { HostFile } from '@runtime/files'
import { type ReactNode, useRef, useState } from 'react'
import { classes } from '../control'

interface DropZoneProps {
  readonly disabled: boolean
  readonly onFiles: (files: readonly HostFile[]) => void
  readonly label: string
  readonly children: ReactNode
}

/** A place that takes files dropped on it, and images pasted while the focus is in it. */
export function DropZone({ disabled, onFiles, label, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  // A pointer that moves onto a part of the zone leaves the zone itself first.
  const depth = useRef(0)
  const enter = (by: 1 | -1) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  const holdsFiles = (transfer: DataTransfer) => !disabled && transfer.types.includes('Files')
  return (
    <section
      className={classes('loam-files', over && 'loam-files-over')}
      aria-label={label}
      onDragEnter={(event) => {
        if (holdsFiles(event.dataTransfer)) enter(1)
      }}
      onDragLeave={(event) => {
        if (holdsFiles(event.dataTransfer)) enter(-1)
      }}
      onDragOver={(event) => {
        if (holdsFiles(event.dataTransfer)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (disabled || files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    >
      {children}
    </section>
  )
}
