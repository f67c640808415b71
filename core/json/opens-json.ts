// Whether a text opens as JSON does, by its first characters: a checklist, a badge, a link, a footnote and the time of a chat open with a
// bracket as well, and what is no JSON is cut by other rules.

/** So many characters tell it. */
const looked = 160

const plain = String.raw`(?:"(?:[^"\\\r\n]|\\.)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)`
/** Behind the end of a list, only another value may begin, on a line of its own. */
const listEnd = String.raw`\](?:\s*$|[^\S\n]*\n\s*[[{])`
/** Numbers in brackets before other words are references. */
const reference = String.raw`\d[\d,\s]*\]\s*[^\s[]`

const opensObject = String.raw`\{\s*(?:["}]|$)`
const inList = String.raw`(?:${opensObject}|$|${listEnd}|(?!${reference})${plain}\s*(?:$|,|${listEnd}))`
/** In a list of lists, the first one may be empty or end before the next. */
const nestedEnd = String.raw`\]\s*(?:$|,|\]\s*(?:$|[[\]{,]))`
const inNestedList = String.raw`(?:${opensObject}|$|${nestedEnd}|${plain}\s*(?:$|,|${nestedEnd}))`
const opening = new RegExp(String.raw`^\s*(?:$|${opensObject}|\[\s*(?:${inList}|\[(?:\s*\[)*\s*${inNestedList}))`)

/** Whether so begins an object or a list, whole or cut off, or nothing but blanks. Takes the same time for any length. */
export const opensJson = (text: string): boolean => opening.test(text.length > looked ? text.slice(0, looked) : text)
