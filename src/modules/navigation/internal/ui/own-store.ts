import { useEffect, useState } from 'react'
import { callApi } from '../../../../ui/browser/api.ts'
import { useStore } from '../../../../ui/browser/store.ts'
import { placeStore } from '../../../geo/ui/place.ts'
import type { Store } from '../../../stores/stores.ts'

const requested = new Map<string, Promise<Store | null>>()

function storeBy(uri: string): Promise<Store | null> {
  const known = requested.get(uri)
  if (known !== undefined) return known
  const question = callApi('GET', '/api/store/:id', { params: { id: uri } }).then((answer) => {
    if (!answer.ok) requested.delete(uri)
    return answer.ok ? answer.value : null
  })
  requested.set(uri, question)
  return question
}

/** The visitor's store; null when there is none, or while it is unknown. */
export function useOwnStore(): Store | null {
  const uri = useStore(placeStore)?.storeUri ?? null
  const [found, setFound] = useState<Store | null>(null)
  useEffect(() => {
    let isRequested = uri !== null
    if (uri !== null) void storeBy(uri).then((store) => isRequested && setFound(store))
    return () => void (isRequested = false)
  }, [uri])
  return found?.storeUri === uri ? found : null
}
