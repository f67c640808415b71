// What Node's parser says of an option's value, in words for people: it says it in three lines, or about its own ways.

const value =
  /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' (argument missing|argument is ambiguous|does not take an argument)/

/** Of the parser's message; nothing where it is about something else. */
export const optionFault = (message: string): string | undefined => {
  const [, option = '', what] = value.exec(message) ?? []
  if (what === undefined) return undefined
  if (what === 'does not take an argument') return `${option} takes no value.`
  const dash = ` One that begins with a dash is given as ${option}=-…`
  return `${option} must have a value.${what === 'argument missing' ? '' : dash}`
}
