// A number in a pill, such as unread items beside a tab.
export function Count({ value }: { value: number }) {
  return (
    <span className="num min-w-5 h-5 px-1.5 rounded-pill bg-accent-soft text-accent-text text-12 leading-5 font-semibold text-center">
      {value}
    </span>
  )
}
