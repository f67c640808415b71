// Work that is done when its result is first asked for, and not again.

/** The same work. What throws is tried again. */
export const onceAsked = <Result>(work: () => Result): (() => Result) => {
  let done: { readonly result: Result } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
