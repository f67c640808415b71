// Leaves out members that are `undefined`, where an object that says so would mean something else.

type Always<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] }
type Sometimes<T> = { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> }
type Values<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** `T` with every member that may be undefined as one that may be absent. */
export type Defined<T> = string extends keyof T ? Values<T> : Always<T> & Sometimes<T>

/** The members that are not `undefined`. Own members alone, in their order. Not for names from outside: one may be `__proto__`. */
export const defined = <T extends object>(members: T): Defined<T> => {
  const present: Partial<T> = {}
  for (const name of Object.keys(members) as (keyof T)[]) {
    const value = members[name]
    if (value !== undefined) present[name] = value
  }
  return present as Defined<T>
}
