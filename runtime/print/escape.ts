const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML that shows it, in an element and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
}

/** A text of HTML with its entities read; those that nobody writes in a template stay as they are. */
export function decodeEntities(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN
    if (point > 0 && point <= 0x10ffff) return String.fromCodePoint(point)
    return Object.hasOwn(ENTITIES, name ?? '') ? (ENTITIES[name] ?? whole) : whole
  })
}

/** What a piece of HTML says: its tags taken out, its entities read. */
export function textOfHtml(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, ''))
}
