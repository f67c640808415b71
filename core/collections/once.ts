// Work that is done when its result is first asked for, and not again.

/** The result of `work`, which runs when it is first asked for, and again if it threw. */
export const onceAsked = <Result>(work: () => Result): (() => Result) => {
  let done: { readonly result: Result } | undefined
  return () => {
    done ??= { result: work() }
    return done.result
  }
}
