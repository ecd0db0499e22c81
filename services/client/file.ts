/** A file that a call answered; `name` is empty when the server gave none. */
export interface DownloadedFile {
  readonly blob: Blob
  readonly name: string
}

/** The file name in a `Content-Disposition` header; the RFC 5987 form (`filename*`) wins. */
export function nameFrom(disposition: string): string {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      return encoded
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]?.trim() ?? ''
}

/** Hands a file to the browser's own saving. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  saveAddress(url, name)
  // The browser reads the address after this task; freeing it at once would save an empty file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Lets the browser itself save what an address gives: what the page has made, which no request may fetch (`connect-src`), or
 * a large file, which never stands in memory then.
 */
export function saveAddress(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name || 'download'
  document.body.append(link)
  link.click()
  link.remove()
}
