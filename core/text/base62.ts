// Bytes in letters and digits: what goes into keys and links that people copy.

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A number in base62, its last `length` digits. */
export const base62 = (value: bigint, length: number): string => {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}

/** 256 random bits as 43 characters. Throws `RangeError` for anything but 32 bytes. */
export const base62Of32Bytes = (bytes: Uint8Array): string => {
  if (bytes.length !== 32) throw new RangeError('A secret is made from exactly 32 random bytes.')
  return base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), 43)
}
