// An answer of the account, or why there is none: a caller who may not ask for a quota can still be told the rest.

export type Asked<Value> = { readonly value: Value } | { readonly unknown: string }

/** Never rejects: what the SDK throws becomes the reason, by its name. */
export const asked = async <Value>(question: () => Promise<Value>): Promise<Asked<Value>> => {
  try {
    return { value: await question() }
  } catch (error) {
    return { unknown: error instanceof Error ? error.name : 'no answer' }
  }
}
