// Whether a text is mostly encoded bytes: base64, hexadecimal, control characters.

import { CharacterClass, characterClasses } from '../../../text/characters.ts'
import { binary, wholeShare } from '../weighing/thresholds.ts'

const isEncoded = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x61 && unit <= 0x7a) ||
  unit === 0x2b ||
  unit === 0x2f ||
  unit === 0x3d ||
  unit === 0x2d ||
  unit === 0x5f

/** Whether most of the text stands in long unbroken runs of the base64 alphabet, or too much of it is control characters. */
export const isBinary = (text: string): boolean => {
  let [encoded, controls, run] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (isEncoded(unit)) {
      run += 1
      if (run === binary.run) encoded += run
      else if (run > binary.run) encoded += 1
    } else {
      run = 0
      if (characterClasses[unit] === CharacterClass.control) controls += 1
    }
  }
  return encoded * wholeShare >= text.length * binary.share || controls * wholeShare >= text.length * binary.controls
}
