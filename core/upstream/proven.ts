// A brand that only one module can put on a value: the compiler then checks the order of the pipeline.

declare const proof: unique symbol

/** A `T` that was made by the one function allowed to make it. */
export type Proven<T, Name extends string> = T & { readonly [proof]: Name }
