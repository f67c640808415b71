// A module as it is in a process that has not loaded it yet, whatever this one has.

let times = 0

/** The module at this address, evaluated once more. What it imports is not. */
export const importAnew = (address: URL): Promise<unknown> => {
  times += 1
  return import(`${address.href}?anew=${times}`)
}
