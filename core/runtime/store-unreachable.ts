// How every store says that it is out of reach. No room of the core may mistake that for an empty answer.

/** A store could not be asked. Never confused with "there is no such item". */
export class StoreUnreachable extends Error {
  override readonly name: string = 'StoreUnreachable'
}

/** A store answered that too much is asked of it at once. It may answer about other items. */
export class StoreBusy extends StoreUnreachable {
  override readonly name = 'StoreBusy'
}
