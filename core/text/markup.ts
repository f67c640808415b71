// Text in HTML and SVG.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As it is written to be shown, between tags and in an attribute in double quotes: nothing of it is markup. */
export const inMarkup = (text: string): string => text.replace(/[&<>"]/g, (found) => entities[found] ?? '')
