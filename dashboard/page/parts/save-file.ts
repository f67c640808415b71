// Gives the person a file that the page has put together.

/** The browser asks where to, or saves it as it always does. */
export const saveFile = (name: string, type: string, texts: readonly string[]): void => {
  const address = URL.createObjectURL(new Blob([...texts], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has taken hold of it when the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
