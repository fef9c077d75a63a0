import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { productPath } from '../modules/catalogue/catalogue.ts'
import { QuickView } from '../modules/catalogue/ui/quick-view/quick-view.tsx'
import { DeliveryPromise } from '../modules/delivery/ui/delivery-promise.tsx'
import { deserialize } from '../platform/serialized.ts'
import { Notice } from '../ui/display/notice.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { loader } from './routes/product/product.tsx'

/** A product over the page it is listed on, from the data of its own page. Fetched with the first use. */
export default function QuickViewDialog({ uri, onClose }: { readonly uri: string; readonly onClose: () => void }) {
  const { data, load, state } = useFetcher<typeof loader>()
  useEffect(() => void load(productPath(uri)), [load, uri])
  const found = data === undefined ? null : deserialize(data)
  return (
    <Dialog title="Quick view" size="large" type="leftAligned" onClose={onClose}>
      {found !== null ? (
        <QuickView
          view={found.view}
          rules={found.rules}
          explanation={found.words.rrp}
          lowestIn30Days={found.history?.lowestIn30Days ?? null}
          delivery={<DeliveryPromise sku={found.view.sku} status={found.view.status} titleId="quick-view-delivery" />}
        />
      ) : state === 'idle' ? (
        <Notice kind="error">
          The product could not be loaded. <a href={productPath(uri)}>Open its page</a>
        </Notice>
      ) : (
        <div className="skeleton" style={{ height: '420px' }} role="status" aria-label="Loading" />
      )}
    </Dialog>
  )
}
