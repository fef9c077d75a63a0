import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { callApi } from '../../../ui/browser/api.ts'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { isAbsolute, isFollowed, withScheme } from '../../content/redirects.ts'

/** Looks up once where a missing page has moved and redirects there; otherwise to /404. Neither adds a history entry (NF-03 to NF-06). */
export default function ProductFinder() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    let isHere = true
    void callApi('GET', '/api/redirect', { query: { fromUrl: pathname + search } }).then((answer) => {
      if (!isHere) return
      const destination = answer.ok && answer.value.doRedirect ? answer.value.destinationUri : null
      if (destination === null || !isFollowed(destination)) void navigate('/404', { replace: true })
      else if (isAbsolute(destination)) location.replace(withScheme(destination))
      else void navigate(destination, { replace: true })
    })
    return () => void (isHere = false)
  }, [pathname, search, navigate])
  return (
    <div className="page">
      <Spinner />
    </div>
  )
}
