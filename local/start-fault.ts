// The service cannot be opened for a reason that its owner can do something about: the message is all there is to say.

export class StartFault extends Error {
  override readonly name = 'StartFault'
}
