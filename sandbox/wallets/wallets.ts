import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CardData } from '../gateway/certificates.ts'
import { json, type Route, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'

/**
 * The pretended Google Pay and Apple Pay: they hand out tokens that only the gateway can open, each for one amount and one payment. A real token is encrypted for the gateway; this one is signed, and says nothing of a card that exists.
 */

export const walletTypes = ['googlepay', 'applepay'] as const
export type WalletType = (typeof walletTypes)[number]

const Message = z.strictObject({
  messageId: z.string().length(32),
  type: z.enum(walletTypes),
  amount: z.strictObject({ currency: z.enum(['AUD', 'NZD']), value: z.int().min(1) }),
  /** A card from a file may still be asked about by its bank; one in the device has been. */
  authMethod: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
  /** One of the words that decide a result, as on a card. */
  holderName: z.string().max(60).default(''),
})
const Token = z.strictObject({ protocolVersion: z.string(), signature: z.string(), signedMessage: z.string() })
const WalletInput = z.strictObject(Message.omit({ messageId: true, type: true }).shape)

const schema = `create table if not exists wallet_token (message_id text primary key) strict;`
const protocols: Readonly<Record<WalletType, string>> = { googlepay: 'ECv2', applepay: 'EC_v1' }

export type Wallets = ReturnType<typeof createWallets>

export function createWallets({ ledger, secret }: { readonly ledger: Ledger; readonly secret: string }) {
  const { database } = ledger
  database.exec(schema)
  ledger.onReset(() => database.exec('delete from wallet_token'))
  const use = database.prepare('insert into wallet_token (message_id) values (?) on conflict do nothing')
  const signatureOf = (message: string) => createHmac('sha256', secret).update(message).digest('base64')

  function issue(type: WalletType, input: z.infer<typeof WalletInput>): string {
    const signedMessage = JSON.stringify({ messageId: randomBytes(16).toString('hex'), type, ...input })
    return JSON.stringify({ protocolVersion: protocols[type], signature: signatureOf(signedMessage), signedMessage })
  }

  function isSigned(message: string, signature: string): boolean {
    const right = Buffer.from(signatureOf(message))
    const given = Buffer.from(signature)
    return right.length === given.length && timingSafeEqual(right, given)
  }

  const route = (type: WalletType): Route => ({
    name: 'wallet.tokens',
    method: 'POST',
    path: `/wallets/${type}/tokens`,
    handle(request: SandboxRequest) {
      const input = WalletInput.safeParse(parsed(request.body))
      return input.success
        ? // Asked for by the script of a wallet, which runs in the shop's page.
          json(200, { token: issue(type, input.data) }, { 'access-control-allow-origin': '*' })
        : json(422, { message: z.prettifyError(input.error) })
    },
  })

  return {
    routes: walletTypes.map(route),
    /** The card behind a token, or what is wrong with it. Takes the token: it is good for one payment. */
    open(type: WalletType, text: string, amount: { currency: string; value: number }): CardData | string {
      // The gateway is handed Google's token as it is, and Apple's in base64.
      const json = type === 'applepay' ? Buffer.from(text, 'base64').toString('utf8') : text
      const token = Token.safeParse(parsed(json))
      if (!token.success || !isSigned(token.data.signedMessage, token.data.signature)) return 'Unable to decrypt data'
      const message = Message.safeParse(parsed(token.data.signedMessage))
      if (!message.success || message.data.type !== type) return 'Unable to decrypt data'
      const { messageId, authMethod, holderName } = message.data
      if (message.data.amount.value !== amount.value || message.data.amount.currency !== amount.currency)
        return 'The token is for another amount'
      if (use.run(messageId).changes !== 1) return 'The token has been used'
      const number = authMethod === 'PAN_ONLY' ? '4212345678901237' : '4111111111111111'
      return { number, cvc: '737', expiryMonth: 3, expiryYear: 2030, holderName }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
