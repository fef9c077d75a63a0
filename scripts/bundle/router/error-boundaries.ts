import { Component, createElement, type ReactNode } from 'react'

/**
 * src/app/root.tsx has an error boundary of its own, and no loader of the browser is waited for before the first page works. What is shown
 * here is for a fault outside of the root itself.
 */

type Props = { readonly children: ReactNode; readonly error?: unknown; readonly location: unknown }
type State = { readonly error: unknown; readonly location: unknown }

export const BoundaryShell = ({ children }: Pick<Props, 'children'>) => children

export const RemixRootDefaultErrorBoundary = ({ error }: Pick<State, 'error'>) => {
  console.error(error)
  return createElement('h1', null, 'Something went wrong')
}

export class RemixErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props)
    this.state = { error: props.error || null, location: props.location }
  }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  static getDerivedStateFromProps(props: Props, state: State) {
    return state.location === props.location
      ? { error: props.error || state.error, location: state.location }
      : { error: props.error || null, location: props.location }
  }
  override render() {
    const { error } = this.state
    return error
      ? createElement(
          'html',
          null,
          createElement('body', null, createElement(RemixRootDefaultErrorBoundary, { error })),
        )
      : this.props.children
  }
}
