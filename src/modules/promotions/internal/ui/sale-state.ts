import { useEffect } from 'react'
import { callApi } from '../../../../ui/browser/api.ts'
import { createStore, useStore } from '../../../../ui/browser/store.ts'
import { noSale, type Sale } from '../../sale.ts'

/** The sale as the browser knows it. A call that failed counts as no sale. */
export type SaleState = { readonly isLoading: boolean; readonly sale: Sale }

export const saleStore = createStore<SaleState>({ isLoading: true, sale: noSale })

let requested: Promise<void> | null = null

/** Asks once a page for what everybody is answered. */
export function loadSale(): Promise<void> {
  requested ??= callApi('GET', '/api/promotion/sale/').then((answer) =>
    saleStore.set({ isLoading: false, sale: answer.ok ? answer.value : noSale }),
  )
  return requested
}

export function useSale(): SaleState {
  useEffect(() => void loadSale(), [])
  return useStore(saleStore)
}
