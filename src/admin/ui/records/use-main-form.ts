import { useEffect, useRef, type RefObject } from 'react'
import { useBlocker } from 'react-router'

const question = 'Leave this page? Your changes are not saved.'

/**
 * The form that a page is about: Ctrl or Command with S saves, and a page on which something was typed is not left unasked. Answers what
 * the form has to call when it is sent.
 */
export function useMainForm(
  form: RefObject<HTMLFormElement | null>,
  { canSave, isUnsaved = false }: { readonly canSave: boolean; readonly isUnsaved?: boolean },
): () => void {
  const isDirty = useRef(isUnsaved)
  useEffect(() => {
    const element = form.current
    const typed = () => (isDirty.current = true)
    const leave = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    const save = (event: KeyboardEvent) => {
      if (!canSave || event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      element?.requestSubmit()
    }
    element?.addEventListener('input', typed)
    addEventListener('beforeunload', leave)
    addEventListener('keydown', save)
    return () => {
      element?.removeEventListener('input', typed)
      removeEventListener('beforeunload', leave)
      removeEventListener('keydown', save)
    }
  }, [form, canSave])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty.current &&
      (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // The browser's own question, as for a page that is closed.
    // oxlint-disable-next-line no-alert
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker])

  return () => {
    isDirty.current = false
  }
}
