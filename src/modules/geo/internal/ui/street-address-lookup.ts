import { callApi } from '../../../../ui/browser/api.ts'
import type { AddressLookup } from '../../address-lookup.ts'
import { addressLines } from '../../address-text.ts'

/** The address lookup of the shop's own streets (decision 0071), which knows the place of every suggestion. */
export const streetAddressLookup = (): AddressLookup => ({
  async suggest(text, near) {
    const query = near === null ? { text } : { text, localityId: near.localityId }
    const answer = await callApi('GET', '/api/address/suggestions', { query })
    if (!answer.ok) throw new Error(`address lookup: ${answer.status}`)
    return answer.value.map(({ number, street: name, locality }) => {
      const street = [number, name].filter((part) => part !== '').join(' ')
      const { suburb, state, postcode } = locality
      // All of these addresses are in one country, which need not be repeated in each of them.
      const text = addressLines({ ...locality, address: street })
        .slice(0, -1)
        .join(', ')
      return {
        id: `${locality._id} ${name}`,
        text,
        place: { street, suburb, state: state ?? '', postcode, locality },
      }
    })
  },
  locate: (suggestion) => Promise.resolve(suggestion.place),
})
