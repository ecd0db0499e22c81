// Addresses alone: they stand beside the page as files, since no request may fetch `data:` (`connect-src`).
const maps = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})
const fonts = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

async function bytesOf(assets: Readonly<Record<string, string>>, path: string): Promise<Uint8Array> {
  const url = assets[path]
  if (url === undefined) throw new Error(`There is no ${path}`)
  const response = await fetch(url)
  return new Uint8Array(await response.arrayBuffer())
}

/** How Chinese fonts that a PDF names and does not bring number their characters. */
export class CMaps {
  async fetch({ name }: { readonly name: string }) {
    return {
      cMapData: await bytesOf(maps, `/node_modules/pdfjs-dist/cmaps/${name}.bcmap`),
      isCompressed: true,
    }
  }
}

/** The fonts that every PDF may name without bringing them. */
export class StandardFonts {
  fetch({ filename }: { readonly filename: string }) {
    return bytesOf(fonts, `/node_modules/pdfjs-dist/standard_fonts/${filename}`)
  }
}
