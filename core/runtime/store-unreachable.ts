// How every store says that it is out of reach. No room of the core may mistake that for an empty answer.

/** A store could not be asked. Never confused with "there is no such item". */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable'
}
