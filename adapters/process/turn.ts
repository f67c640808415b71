// A turn of the event loop, one for all who wait for it: under load many exchanges do, and each immediate of its own costs as much as a
// step of theirs.

let next: Promise<void> | undefined

/** Resolves once everything that is ready to run has had its turn; for those who ask first, first. */
export const turn = (): Promise<void> => {
  next ??= new Promise((resolve) => {
    setImmediate(() => {
      next = undefined
      resolve()
    })
  })
  return next
}
