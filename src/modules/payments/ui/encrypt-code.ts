import { encrypt } from './encrypt-card.ts'

/** The security code of a saved card, encrypted like a card (decision 0070). */
export const encryptCode = (certificateBase64Der: string, cvc: string, now: Date): Promise<string> =>
  encrypt(certificateBase64Der, { cvc, generationtime: now.toISOString() })
